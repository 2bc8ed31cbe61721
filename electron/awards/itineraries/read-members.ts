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
const MAX_MEMBERS = 200;
/** Longer names are ignored. */
const LONGEST_NAME = 60;

export type NamedMember = { name: string; words: readonly string[]; value: unknown };

/** The members of each object that was read, because every fact of it is looked for among them. */
const membersRead = new WeakMap<Members, NamedMember[]>();

/** The members of an object with the words of their names; empty for any other value. */
export function namedMembers(value: unknown): NamedMember[] {
  const members = membersOf(value);
  if (members === null) return [];
  const known = membersRead.get(members);
  if (known !== undefined) return known;
  const named = Object.keys(members)
    .slice(0, MAX_MEMBERS)
    .filter((name) => name.length <= LONGEST_NAME)
    .map((name) => ({ name, words: wordsOf(name), value: members[name] }));
  membersRead.set(members, named);
  return named;
}

/** Longer texts are not opened. */
const LONGEST_JSON = 100_000;
const MAX_OPENED_DEPTH = 12;

/**
 * A value in which each text that is a JSON object or list is that object or list.
 * @param rename how to write the names of members
 */
export function withTextsOpened(
  value: unknown,
  rename: (name: string) => string = (name) => name,
  depth = 0,
): unknown {
  if (depth > MAX_OPENED_DEPTH) return value;
  if (typeof value === 'string') {
    if (value.length > LONGEST_JSON || !/^\s*[[{]/.test(value)) return value;
    try {
      return withTextsOpened(JSON.parse(value), rename, depth + 1);
    } catch {
      return value;
    }
  }
  const open = (part: unknown) => withTextsOpened(part, rename, depth + 1);
  if (Array.isArray(value)) return value.map(open);
  const members = membersOf(value);
  return members === null
    ? value
    : Object.fromEntries(Object.entries(members).map(([name, part]) => [rename(name), open(part)]));
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
  let best: Value[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const { words, value } of members) {
    if (words.length > fewest || !hasWords(words)) continue;
    const found = read(value, words);
    if (found === null) continue;
    best = words.length < fewest ? [found] : [...best, found];
    fewest = words.length;
  }
  const [first = null, ...others] = best;
  return others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
}

/** Whether a name has any word of `some` and none of `without`. */
export const hasWords =
  (some: readonly string[], without: readonly string[] = []): NameTest =>
  (words) =>
    words.some((word) => some.includes(word)) && !words.some((word) => without.includes(word));

const LONGEST_TEXT = 60;
const MAX_TEXTS = 12;

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
  const texts = parts.slice(0, MAX_TEXTS).flatMap((part) => line(part) ?? []);
  return texts.length === 0 ? null : [...new Set(texts)];
}
