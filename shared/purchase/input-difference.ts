import { isObject } from '../json.ts';

/** One member that the service will execute differently than requested. `undefined` means "not there". */
export type InputDifference = { name: string; requested: unknown; executed: unknown };

/** Equal as JSON, whatever the order of members. */
export function sameJson(a: unknown, b: unknown): boolean {
  return sameBy(a, b, Object.is);
}

function sameBy(a: unknown, b: unknown, same: (a: unknown, b: unknown) => boolean): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => sameBy(item, b[index], same));
  if (isObject(a) && isObject(b)) {
    const names = Object.keys(a);
    return (
      names.length === Object.keys(b).length &&
      names.every((name) => Object.hasOwn(b, name) && sameBy(a[name], b[name], same))
    );
  }
  return same(a, b);
}

/** Where the quote's normalised input differs from the user's request, member by member. */
export function inputDifferences(requested: unknown, executed: unknown): InputDifference[] {
  if (!isObject(requested) || !isObject(executed))
    return sameJson(requested, executed) ? [] : [{ name: 'the whole request', requested, executed }];
  const own = (value: Record<string, unknown>, name: string) =>
    Object.hasOwn(value, name) ? value[name] : undefined;
  return [...new Set([...Object.keys(requested), ...Object.keys(executed)])]
    .map((name) => ({ name, requested: own(requested, name), executed: own(executed, name) }))
    .filter((one) => !sameJson(one.requested, one.executed));
}

/** A code such as an airport's or a carrier's; a list of numbers is not one, since order may matter (coordinates). */
const CODE = /^(?=.*[a-z])[a-z0-9]{2,4}$/u;
/** Members that are alternatives (§2.1), in any order. Elsewhere codes may be the legs of a journey. */
const ALTERNATIVES = /^(?:(?:origin|destination|from|to)_?(?:airports?)?|carriers?|airlines?)$/iu;
/** A day, and the midnight that it may be written with. */
const DAY = /^(\d{4}-\d\d-\d\d)t00:00(?::00(?:\.0+)?)?(?:z|\+00:00)?$/u;
/**
 * What ignores case: text without letters, a word of letters only, a short code, a day. Anything else may be an
 * identifier, where case matters.
 */
const CASELESS = [/^\P{L}*$/u, /^[\p{L}\p{M}_'’-]+$/u, CODE, DAY];
/** Whether a word means the same in another case: it is caseless, and in one case or capitalised. */
const isPlain = (word: string): boolean =>
  CASELESS.some((form) => form.test(word.toLowerCase())) &&
  (word === word.toLowerCase() ||
    word === word.toUpperCase() ||
    word.slice(1) === word.slice(1).toLowerCase());

/** A value without mere spelling: case, white space, a number or flag as text, a day with its midnight. */
function spelled(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return value;
  const text = value.normalize('NFC').trim();
  if (/[\r\n]/u.test(text) || !text.split(/[\s,]/u).every(isPlain)) return text;
  return text
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/(?<!\s)\s*,\s*/gu, ',')
    .replace(DAY, '$1');
}

/** Codes in alphabetical order, where a text or a list contains nothing else. */
function inOrder(value: unknown): unknown {
  const items = typeof value === 'string' ? value.split(',').map((item) => item.trim().toLowerCase()) : value;
  if (!Array.isArray(items) || !items.every((item) => typeof item === 'string')) return value;
  if (!items.every((item) => CODE.test(item.toLowerCase()))) return value;
  const ordered = items.map((item) => item.toLowerCase()).toSorted();
  return Array.isArray(value) ? ordered : ordered.join(',');
}

const sameSpelled = (a: unknown, b: unknown): boolean =>
  sameBy(a, b, (one, other) => Object.is(spelled(one), spelled(other)));

/**
 * Where the service will execute something other than requested. Mere spelling is no difference (`spelled`, and the
 * order of alternatives), nor is a member that was left out and is filled in with exactly the default that the Tool's
 * description declares, or the other way round: that is what leaving it out means. Any other added default is a
 * difference.
 * @param defaults the declared defaults by the names of their members
 */
export function differencesBeyondSpelling(
  requested: unknown,
  executed: unknown,
  defaults: Readonly<Record<string, unknown>> = {},
): InputDifference[] {
  const absent = (value: unknown) => value === undefined || value === null;
  const isDefault = (name: string, value: unknown) =>
    Object.hasOwn(defaults, name) && sameSpelled(value, defaults[name]);
  return inputDifferences(requested, executed).filter(({ name, requested: one, executed: other }) => {
    if (absent(one) && absent(other)) return false;
    if (one === undefined && isDefault(name, other)) return false;
    if (other === undefined && isDefault(name, one)) return false;
    return ALTERNATIVES.test(name) ? !sameSpelled(inOrder(one), inOrder(other)) : !sameSpelled(one, other);
  });
}

/** A value of a request in words; `not set` where it is absent. */
export function valueLabel(value: unknown): string {
  if (value === undefined) return 'not set';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
