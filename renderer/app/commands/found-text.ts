/** Most places that are marked. */
const MOST = 1_000;

/** The nearest element that is laid out as a block: text of two of them does not read on. */
function blockOf(element: Element | null): Element | null {
  let at = element;
  while (at !== null && /^(?:inline|contents)/u.test(getComputedStyle(at).display)) at = at.parentElement;
  return at;
}

const isShown = (element: Element): boolean =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('option, script, style');

/** Every place below `root` that shows a text, in whatever case and however its elements divide it, in order. */
export function findText(root: Element, text: string): Range[] {
  const wanted = text.toLowerCase();
  if (wanted === '') return [];
  const nodes: { node: Text; start: number }[] = [];
  let all = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode() as Text | null; node !== null; node = walker.nextNode() as Text | null) {
    const { parentElement, data } = node;
    if (parentElement === null || !isShown(parentElement)) continue;
    const own = blockOf(parentElement);
    if (own !== block) all += '\n';
    block = own;
    nodes.push({ node, start: all.length });
    // Some letters are longer in the other case: what is as long as it was has its places.
    const lower = data.toLowerCase();
    all += lower.length === data.length ? lower : data;
  }
  const found: Range[] = [];
  let index = 0;
  const placeOf = (at: number): [Text, number] => {
    while ((nodes[index + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) index += 1;
    const { node, start } = nodes[index] as (typeof nodes)[number];
    return [node, at - start];
  };
  for (
    let at = all.indexOf(wanted);
    at >= 0 && found.length < MOST;
    at = all.indexOf(wanted, at + wanted.length)
  ) {
    const range = document.createRange();
    range.setStart(...placeOf(at));
    const [node, last] = placeOf(at + wanted.length - 1);
    range.setEnd(node, last + 1);
    found.push(range);
  }
  return found;
}
