import { CABINS } from '#shared/award-search/request.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { DAY } from '#shared/purchase/input-difference.ts';

const FLAGS: Readonly<Record<string, string>> = { true: 'true', yes: 'true', false: 'false', no: 'false' };
const CODES = /^[a-z\d]{2,3}(?:[\s,;|/]+[a-z\d]{2,3})*$/u;

/** Forms in which a plain value may be written, by what it says in each; null where it is not written so. */
const FORMS: readonly ((text: string) => string | null)[] = [
  (text) => ownEntry(FLAGS, text) ?? null,
  (text) => (/^[+-]?\d+(?:\.\d+)?(?:e\d{1,3})?$/u.test(text) ? String(Number(text)) : null),
  (text) => /^\d{4}-\d\d-\d\d$/u.exec(text.replace(DAY, '$1'))?.[0] ?? null,
  (text) => (CODES.test(text) ? [...new Set(text.split(/[\s,;|/]+/u))].toSorted().join() : null),
];

/** Letters of a text that is words; null where it may be a code or short for something. */
function wordsIn(text: string): string | null {
  const letters = text.replace(/[\s_-]/gu, '');
  return /^\p{L}{4,}$/u.test(letters) ? letters : null;
}

/** A plain value as text, a list of plain values as a text that lists the same; null where it is neither, or empty. */
function plainText(value: unknown): string | null {
  const items = Array.isArray(value) ? value : [value];
  if (items.some((item) => !['string', 'number', 'boolean'].includes(typeof item))) return null;
  return items.map(String).join().normalize('NFKC').toLowerCase().trim() || null;
}

/**
 * Whether two values of one member surely ask for different things: they say different things in one form. In unlike
 * forms (a day and a number of milliseconds, a cabin and its letter) nobody knows whether they are the same. The opposite
 * of being sure that they ask for the same (`differencesBeyondSpelling`); between the two, nobody knows either.
 */
export function surelyDiffer(one: unknown, other: unknown): boolean {
  const [a, b] = [plainText(one), plainText(other)];
  if (a === null || b === null) return false;
  for (const form of FORMS) {
    const [x, y] = [form(a), form(b)];
    if (x !== null && y !== null) return x !== y;
  }
  const [words, others] = [wordsIn(a), wordsIn(b)];
  if (words === null || others === null) return false;
  // One of the cabins of §2.1 beside a word that is none may be the same by another name.
  const isCabin = (word: string): boolean => CABINS.some((cabin) => cabin === word);
  const isNameable = isCabin(words) === isCabin(others);
  return isNameable && !words.includes(others) && !others.includes(words);
}
