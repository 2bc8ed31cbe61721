/** The text of one value within a JSON text, as it was written: `1.0` stays so, and a name that stands twice does too. */

type Step = string | number;

/** Where `wanted` stands in a value from `JSON.parse`, by identity; null where it does not. */
export function pathTo(root: unknown, wanted: object): Step[] | null {
  const open: { value: unknown; path: Step[] }[] = [{ value: root, path: [] }];
  // The list of records lies near the root: breadth first, and no deeper than answers are wrapped.
  for (const { value, path } of open) {
    if (value === wanted) return path;
    if (typeof value !== 'object' || value === null || path.length > 4) continue;
    const inner: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
    for (const [step, each] of inner.slice(0, MAX_NAMES)) open.push({ value: each, path: [...path, step] });
  }
  return null;
}

const MAX_NAMES = 200;

/** After white space and signs between values. */
const nextValue = (text: string, at: number): number => {
  let place = at;
  while (' \t\r\n,:'.includes(text[place] ?? 'end')) place += 1;
  return place;
};

/** After the value that begins at a place. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const sign = text[at];
    if (sign === '"') {
      for (at += 1; text[at] !== '"'; at++) if (text[at] === '\\') at += 1;
      at += 1;
    } else if (sign === '{' || sign === '[') {
      depth += 1;
      at += 1;
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      at += 1;
    } else if (depth > 0) at += 1;
    else while (at < text.length && !' \t\r\n,:]}'.includes(text[at] ?? '')) at += 1;
  } while (depth > 0 && at < text.length);
  return at;
}

/** The text of the value at a path, of the last of one name as `JSON.parse` takes it. @param text valid JSON */
export function sourceAt(text: string, path: readonly Step[]): string | null {
  let start = nextValue(text, text.startsWith('\uFEFF') ? 1 : 0);
  for (const step of path) {
    const isObject = text[start] === '{';
    if (!isObject && text[start] !== '[') return null;
    let found: number | null = null;
    let count = 0;
    for (let at = nextValue(text, start + 1); text[at] !== (isObject ? '}' : ']'); ) {
      let name: Step = count;
      if (isObject) {
        const end = endOf(text, at);
        name = String(JSON.parse(text.slice(at, end)));
        at = nextValue(text, end);
      }
      if (name === step) found = at;
      if (found !== null && !isObject) break;
      at = nextValue(text, endOf(text, at));
      count += 1;
    }
    if (found === null) return null;
    start = found;
  }
  return text.slice(start, endOf(text, start));
}
