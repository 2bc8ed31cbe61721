import { plainName } from '#shared/plain-text.ts';
import { fold } from './fold.ts';
import { otherNamesOf } from './member-names.ts';

/**
 * Reading of answers whose shape nobody promised (§4, rule 3; §2.5). Every reader takes anything and gives the value
 * or null: a missing or mistyped member costs that member, never the answer. Only own members are looked at, so a
 * name such as `__proto__` or `constructor` in an answer is a name like any other.
 */

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

/** An object with more names than this is nobody's record: only its exact names are read, so that reading it costs nothing. */
const MOST_NAMES = 1_000;
const foldedNames = new WeakMap<Members, ReadonlyMap<string, string>>();

/** The names of an answer's object by what they fold to, worked out once; of two that fold alike the first. */
function namesByFold(members: Members): ReadonlyMap<string, string> {
  const known = foldedNames.get(members);
  if (known !== undefined) return known;
  const names = Object.keys(members);
  const index = new Map(
    names.length > MOST_NAMES ? [] : names.reverse().map((name): [string, string] => [fold(name), name]),
  );
  foldedNames.set(members, index);
  return index;
}

/**
 * The member of `value` called by one of `names`, whatever its case and separators; the exact name wins. A reference is
 * found under its other names too (`callId` for `callRef`): the same by which requests carry it.
 */
export function member(value: unknown, ...names: readonly string[]): unknown {
  const members = membersOf(value);
  if (members === null) return undefined;
  const named = memberNamed(members, names);
  return named === undefined ? memberNamed(members, names.flatMap(otherNamesOf)) : named;
}

function memberNamed(members: Members, names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(members, name)) return members[name];
    const key = namesByFold(members).get(fold(name));
    if (key !== undefined) return members[key];
  }
  return undefined;
}

/** Each list of known names as it is written and as it folds: a page asks a thousand times with the same list. */
const knownNames = new WeakMap<
  readonly string[],
  { exact: ReadonlySet<string>; folded: ReadonlySet<string> }
>();

function namesIn(known: readonly string[]) {
  const before = knownNames.get(known);
  if (before !== undefined) return before;
  const names = { exact: new Set(known), folded: new Set(known.map(fold)) };
  knownNames.set(known, names);
  return names;
}

/** The members of `value` that none of `known` names, as they came; of a senseless number of them the first thousand. */
export function otherMembers(value: unknown, known: readonly string[]): Record<string, unknown> {
  const members = membersOf(value);
  if (members === null) return {};
  const { exact, folded } = namesIn(known);
  const names = Object.keys(members).slice(0, MOST_NAMES);
  return Object.fromEntries(
    names.filter((name) => !exact.has(name) && !folded.has(fold(name))).map((name) => [name, members[name]]),
  );
}

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** A text, or a number written out: versions and the like come as either. */
export const label = (value: unknown): string | null =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : text(value);

/**
 * A value as text, a list of one as what it holds; `''` for any other record or list. `String` and `Number` throw on a
 * record that has a `toString` of its own, which any service may send.
 */
export const spelled = (value: unknown): string => {
  if (Array.isArray(value) && value.length === 1) return spelled(value[0]);
  return typeof value === 'object' && value !== null ? '' : String(value);
};

/**
 * A word for how something stands, also where a record says it: `{state: 'paid', at: …}`. A record that does not is a word
 * that nobody knows, shortened.
 */
export function stateWord(value: unknown): string | null {
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' ? String(value) : label(value);
  return label(member(value, 'state', 'code', 'kind', 'name', 'value')) ?? JSON.stringify(value).slice(0, 80);
}

export function integer(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** The most items of one answer that are read: more than ten times what a page may hold (live limits are at most 100). */
const MOST_ITEMS = 1_000;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a list as far as they are read at all: what a screen draws must not be as long as a service likes. */
export const firstItems = (value: unknown): readonly unknown[] => list(value).slice(0, MOST_ITEMS);

export const texts = (value: unknown): string[] =>
  firstItems(value).flatMap((item) => (typeof item === 'string' && item !== '' ? [item] : []));

/** No instant in milliseconds before 1973 is meant: a smaller number counts seconds. */
const SMALLEST_MILLISECONDS = 100_000_000_000;
/** None after the year 5000 either: a larger number counts microseconds. */
const LARGEST_MILLISECONDS = 100_000_000_000_000;
const LAST_INSTANT = 8_640_000_000_000_000;
/** ISO 8601 with its zone, which RFC 3339 also writes with a space; and the date of HTTP. */
const WRITTEN_INSTANT =
  /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)|[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT)$/i;

/** An instant in UTC milliseconds, from seconds, milli- or microseconds since the epoch or a text that names its zone. */
export function instant(value: unknown): number | null {
  if (typeof value === 'string' && WRITTEN_INSTANT.test(value)) {
    const parsed = Date.parse(value.replace(/^([\d-]+) /, '$1T').toUpperCase());
    return Number.isNaN(parsed) ? null : parsed;
  }
  const number = typeof value === 'number' ? value : integer(value);
  if (number === null || !Number.isFinite(number) || number < 0 || number > LAST_INSTANT) return null;
  if (number > LARGEST_MILLISECONDS) return Math.trunc(number / 1000);
  return Math.trunc(number < SMALLEST_MILLISECONDS ? number * 1000 : number);
}

/** A length of time in milliseconds; negative and senseless ones are null. */
export function milliseconds(value: unknown): number | null {
  const number = integer(value);
  return number !== null && number >= 0 ? number : null;
}

/** The answer's discriminator, folded for comparison (`outcome_unknown` → `outcomeunknown`), and as it was written. */
export function kindOf(body: unknown): { folded: string; written: string } | null {
  const written = text(member(body, 'kind'));
  return written === null ? null : { folded: fold(written), written };
}

/** Why an answer without a discriminator that we know counts as not done. The foreign word is shortened, never markup. */
export function unknownKind(what: string, kind: { written: string } | null): string {
  return kind === null
    ? `The ${what} does not say what kind of answer it is.`
    : `The ${what} is of a kind that Milepost does not know: “${plainName(kind.written)}”.`;
}
