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
  if (members === null) return undefined;
  for (const name of names) {
    if (Object.hasOwn(members, name)) return members[name];
    const key = nameLike(members, name);
    if (key !== undefined) return members[key];
  }
  return undefined;
}

/** The name of a member that means the same. */
export const nameLike = (members: Members, name: string): string | undefined =>
  namesByFold(members).get(fold(name));

/**
 * The longest text of a service that is read, in characters; of a longer one, its beginning. Every reader takes its texts
 * from here, so none longer reaches a regular expression.
 */
export const LONGEST_TEXT = 16_384;
/** What turns the direction of all that follows in its line, and with it the digits of an amount. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

export const text = (value: unknown): string | null =>
  (typeof value === 'string' && value.slice(0, LONGEST_TEXT).replace(TURNING, '')) || null;

/** A string, or a number as one: versions arrive as either. */
export const label = (value: unknown): string | null =>
  Number.isFinite(value) ? String(value) : text(value);

/** An integer, or a text of one, that is exact. */
export function integer(value: unknown): number | null {
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : null;
}

export const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** The most items read from one answer: ten times what a page may hold (live limits are at most 100). */
const MAX_ITEMS = 1_000;

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The items of a list, up to the maximum: a service must not decide how much a screen renders. */
export const firstItems = (value: unknown): readonly unknown[] => list(value).slice(0, MAX_ITEMS);

export const texts = (value: unknown): string[] => firstItems(value).flatMap((item) => text(item) ?? []);
