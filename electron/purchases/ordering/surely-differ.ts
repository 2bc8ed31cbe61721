import { CABINS } from '#shared/award-search/request.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { DAY } from '#shared/purchase/input-difference.ts';

const FLAGS: Readonly<Record<string, string>> = { true: 'true', yes: 'true', false: 'false', no: 'false' };
const CODES = /^[a-z\d]{2,3}(?:[\s,;|/]+[a-z\d]{2,3})*$/u;

/** Forms of a plain value, each with its normalised text; null if not in this form. */
const FORMS: readonly ((text: string) => string | null)[] = [
  (text) => ownEntry(FLAGS, text) ?? null,
  (text) => (/^[+-]?\d+(?:\.\d+)?(?:e\d{1,3})?$/u.test(text) ? String(Number(text)) : null),
  (text) => /^\d{4}-\d\d-\d\d$/u.exec(text.replace(DAY, '$1'))?.[0] ?? null,
  (text) => (CODES.test(text) ? [...new Set(text.split(/[\s,;|/]+/u))].toSorted().join() : null),
];

/** The letters of a text of words; null if it may be a code or an abbreviation. */
function wordsIn(text: string): string | null {
  const letters = text.replace(/[\s_-]/gu, '');
  return /^\p{L}{4,}$/u.test(letters) ? letters : null;
}

/** A plain value as text, a list of them joined; null for anything else or empty. */
function plainText(value: unknown): string | null {
  const items = Array.isArray(value) ? value : [value];
  if (items.some((item) => !['string', 'number', 'boolean'].includes(typeof item))) return null;
  return items.map(String).join().normalize('NFKC').toLowerCase().trim() || null;
}

/**
 * Whether two values of a member certainly request different things: same form, different text. Across forms (a day
 * and a number of milliseconds, a cabin and its letter) equality is unknown. Not the complement of being certainly
 * the same (`differencesBeyondSpelling`): in between, neither is known.
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
  // A cabin of §2.1 and an unknown word may be synonyms.
  const isCabin = (word: string): boolean => CABINS.some((cabin) => cabin === word);
  const isNameable = isCabin(words) === isCabin(others);
  return isNameable && !words.includes(others) && !others.includes(words);
}
