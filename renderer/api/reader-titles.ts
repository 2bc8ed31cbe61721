import { daysForReader } from '#shared/formats.ts';

/** What parts of a title stand between, and titles of several searches. */
const BETWEEN = /( · | \+ )/;

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
