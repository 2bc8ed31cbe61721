import { dateSpan, readDayParts } from '#shared/formats.ts';

/** Separators of the parts of a title, and of several titles. */
const BETWEEN = /( · | \+ )/;

/** Days as `dateSpan` writes them for the main process, with the word that may precede a single day. */
const NEUTRAL_DAYS =
  /^(?:(from|until) )?(?:(\d{1,2})(?: ([A-Z][a-z]{2})(?: (\d{4}))?)? to )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/;

/** Days as the main process writes them, in the reader's order: `1 to 31 Mar 2027`. Other text is unchanged. */
export function daysForReader(text: string): string {
  const parts = NEUTRAL_DAYS.exec(text);
  if (parts === null) return text;
  const [, word, firstDay, firstMonth, firstYear, day = '', month = '', year = ''] = parts;
  const dated = (of: string, named: string, at: string) => readDayParts(at, named.toLowerCase(), of, '');
  const last = dated(day, month, year);
  const first = firstDay === undefined ? last : dated(firstDay, firstMonth ?? month, firstYear ?? year);
  if (first === undefined || last === undefined) return text;
  return `${word === undefined ? '' : `${word} `}${dateSpan(first, last)}`;
}

const titleForReader = (title: string): string => title.split(BETWEEN).map(daysForReader).join('');

/**
 * Writes the days in every `title` of an answer in the reader's order, in place: the main process, whose files and
 * journal are the same for all readers, names a search with its days in one order. Answers are the page's own copies.
 */
export function writeTitles(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return;
  if (Array.isArray(answer)) {
    for (const each of answer) writeTitles(each);
    return;
  }
  const members = answer as Record<string, unknown>;
  for (const [name, value] of Object.entries(members))
    if (typeof value !== 'string') writeTitles(value);
    else if (name === 'title') members[name] = titleForReader(value);
}
