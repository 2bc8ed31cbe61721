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
      for (at += 1; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at += 1;
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

/** A member or an item: its name or place, and its text from `start` to before `end`. */
export type JsonMember = { name: string | number; start: number; end: number };

/**
 * The members of the object or list that begins at a place, in their order, those of one name each for itself; null for
 * any other value.
 * @param text valid JSON
 */
export function membersAt(text: string, place: number): JsonMember[] | null {
  const isObject = text[place] === '{';
  if (!isObject && text[place] !== '[') return null;
  const members: JsonMember[] = [];
  for (let at = nextValue(text, place + 1); at < text.length && text[at] !== (isObject ? '}' : ']'); ) {
    let name: string | number = members.length;
    if (isObject) {
      const end = endOf(text, at);
      name = String(JSON.parse(text.slice(at, end)));
      at = nextValue(text, end);
    }
    const end = endOf(text, at);
    members.push({ name, start: at, end });
    at = nextValue(text, end);
  }
  return members;
}

/** Where the whole value begins, after a byte-order mark and white space. */
export const wholeStart = (text: string): number => nextValue(text, text.startsWith('\uFEFF') ? 1 : 0);

/**
 * The value at a path, of the last of one name as `JSON.parse` takes it; null where there is none.
 * @param text valid JSON
 * @param isLike whether a name may stand for another where none is the same
 */
export function valueAtPath(
  text: string,
  path: readonly Step[],
  isLike: (name: Step, step: Step) => boolean = () => false,
): Pick<JsonMember, 'start' | 'end'> | null {
  let start = wholeStart(text);
  let end = text.length;
  for (const step of path) {
    const members = membersAt(text, start);
    const found =
      members?.findLast(({ name }) => name === step) ?? members?.find(({ name }) => isLike(name, step));
    if (found === undefined) return null;
    ({ start, end } = found);
  }
  return { start, end: path.length === 0 ? endOf(text, start) : end };
}
