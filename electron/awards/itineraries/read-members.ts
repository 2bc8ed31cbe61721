/**
 * Finds members by the words of their names, since sources name members beyond the contract differently: `DepartsAt`,
 * `departure_time`.
 */
import { plainText } from '#shared/plain-text.ts';
import { wordsOf } from '../../marketplace/answers/fold.ts';
import { type Members, membersOf } from '../../marketplace/answers/reading.ts';

/** Whether a member may hold the wanted value, by the words of its name. */
export type NameTest = (words: readonly string[]) => boolean;

/** Objects with more members are ignored. */
const MOST_MEMBERS = 200;
/** Longer names are ignored. */
const LONGEST_NAME = 60;

export type NamedMember = { words: readonly string[]; value: unknown };

/** The members of an object with the words of their names; empty for any other value. */
export function namedMembers(value: unknown): NamedMember[] {
  const members: Members = membersOf(value) ?? {};
  return Object.keys(members)
    .slice(0, MOST_MEMBERS)
    .filter((name) => name.length <= LONGEST_NAME)
    .map((name) => ({ words: wordsOf(name), value: members[name] }));
}

/**
 * Reads the value of the matching members with the fewest words in their names (`TotalTaxes` before `TotalTaxesRaw`). Null
 * if none is readable or two equally good ones differ.
 */
export function readMember<Value>(
  members: readonly NamedMember[],
  hasWords: NameTest,
  read: (value: unknown, words: readonly string[]) => Value | null,
): Value | null {
  const found = members
    .filter(({ words }) => hasWords(words))
    .map(({ words, value }) => ({ length: words.length, value: read(value, words) }))
    .filter((each): each is { length: number; value: Value & {} } => each.value !== null);
  const fewest = Math.min(...found.map(({ length }) => length));
  const best = found.filter(({ length }) => length === fewest).map(({ value }) => value);
  return new Set(best.map((value) => JSON.stringify(value))).size === 1 ? (best[0] ?? null) : null;
}

/** Whether a name has any word of `some` and none of `without`. */
export const hasWords =
  (some: readonly string[], without: readonly string[] = []): NameTest =>
  (words) =>
    words.some((word) => some.includes(word)) && !words.some((word) => without.includes(word));

const LONGEST_TEXT = 60;
const MOST_TEXTS = 12;

/** A text as one displayable line; null for anything else. */
export function line(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = plainText(value.slice(0, 1_000), LONGEST_TEXT);
  return text === '' ? null : text;
}

/** A list of texts, from a list or one text with separators; null if there is none. */
export function lines(value: unknown): string[] | null {
  const parts = typeof value === 'string' ? value.slice(0, 1_000).split(/[,;]/) : value;
  if (!Array.isArray(parts)) return null;
  const texts = parts.slice(0, MOST_TEXTS).flatMap((part) => line(part) ?? []);
  return texts.length === 0 ? null : [...new Set(texts)];
}
