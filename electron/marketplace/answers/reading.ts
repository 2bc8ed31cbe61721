import { isObject } from '#shared/json.ts';
import { fold } from './fold.ts';

/**
 * Readers for answers of unknown shape (§4, rule 3; §2.5). Every reader accepts any value and returns the value or
 * null: a missing or mistyped member costs that member, never the answer. Only own members are read, so `__proto__`
 * or `constructor` in an answer is a name like any other.
 */

export type Members = Readonly<Record<string, unknown>>;

export function membersOf(value: unknown): Members | null {
  return isObject(value) ? value : null;
}

/** Objects with more names than this are read by exact names only, so that reading stays cheap. */
const MAX_NAMES = 1_000;
const foldedNames = new WeakMap<Members, ReadonlyMap<string, string>>();

/** An object's names by their folded form, computed once; of two that fold alike, the first. */
function namesByFold(members: Members): ReadonlyMap<string, string> {
  const known = foldedNames.get(members);
  if (known !== undefined) return known;
  const names = Object.keys(members);
  const index = new Map(
    names.length > MAX_NAMES ? [] : names.reverse().map((name): [string, string] => [fold(name), name]),
  );
  foldedNames.set(members, index);
  return index;
}

/** The member of `value` with one of `names`, in any case and with any separators; an exact match wins. */
export function member(value: unknown, ...names: readonly string[]): unknown {
  const members = membersOf(value);
  return members === null ? undefined : memberNamed(members, names);
}

function memberNamed(members: Members, names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(members, name)) return members[name];
    const key = namesByFold(members).get(fold(name));
    if (key !== undefined) return members[key];
  }
  return undefined;
}

/**
 * The longest text of a service that is read, in characters; of a longer one, its beginning. Every reader takes its texts
 * from here, so none longer reaches a regular expression.
 */
const LONGEST_TEXT = 16_384;

export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_TEXT) : null;

/** A string, or a number as one: versions arrive as either. */
export const label = (value: unknown): string | null =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : text(value);

/**
 * A value as text, a list of one as its element; `''` for any other record or list. `String` and `Number` throw on a
 * record that has a `toString` of its own, which any service may send.
 */
export const spelled = (value: unknown): string => {
  if (Array.isArray(value) && value.length === 1) return spelled(value[0]);
  return typeof value === 'object' && value !== null ? '' : String(value).slice(0, LONGEST_TEXT);
};

export function integer(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  if (typeof value !== 'string' || !/^-?\d{1,16}$/.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : null;
}

export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** The most items read from one answer: ten times what a page may hold (live limits are at most 100). */
const MAX_ITEMS = 1_000;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a list, up to the maximum: a service must not decide how much a screen renders. */
export const firstItems = (value: unknown): readonly unknown[] => list(value).slice(0, MAX_ITEMS);

export const texts = (value: unknown): string[] => firstItems(value).flatMap((item) => text(item) ?? []);

/** Smaller numbers are seconds: no time before 1973 is meant. */
const SMALLEST_MILLISECONDS = 100_000_000_000;
/** Larger numbers are microseconds: no time after the year 5000 is meant. */
const LARGEST_MILLISECONDS = 100_000_000_000_000;
const LAST_INSTANT = 8_640_000_000_000_000;
/** ISO 8601 with a zone (RFC 3339 also allows a space), or an HTTP date. */
const WRITTEN_INSTANT =
  /^(?:\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)|[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d GMT)$/i;

/** UTC milliseconds, from seconds, milli- or microseconds since the epoch or a text with a zone. */
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

/** A duration in milliseconds; null if negative or not an integer. */
export function milliseconds(value: unknown): number | null {
  const number = integer(value);
  return number !== null && number >= 0 ? number : null;
}

/** The answer's discriminator, folded for comparison (`outcome_unknown` → `outcomeunknown`) and as received. */
export function kindOf(body: unknown): { folded: string; written: string } | null {
  const written = text(member(body, 'kind'));
  return written === null ? null : { folded: fold(written), written };
}

const DENIALS = new Set(['', 'false', 'no', 'none', 'null', '0', 'off', 'n']);

/** Whether a value is a denial; under a name that reports a problem, anything else affirms it. */
export function isDenial(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === 0) return true;
  if (typeof value === 'string') return DENIALS.has(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.length === 0;
  const members = membersOf(value);
  return members !== null && Object.keys(members).length === 0;
}
