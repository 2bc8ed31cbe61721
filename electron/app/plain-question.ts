import { fail } from '#shared/contract/failure.ts';
import { plainText } from '#shared/plain-text.ts';
import type { Question } from '../purchases/journal/purchase-context.ts';

/** A question as it is put to the user: `words` may have several lines, each of which is plain. */
export type PlainQuestion = {
  title: string;
  words: string;
  detail: string;
  /** What the user can do instead where nobody can be asked. */
  instead?: string;
};

/** Characters of one line; a sentence of the program with two names in it is far shorter. */
const LONGEST_LINE = 400;
const LONGEST_TITLE = 120;

/**
 * A question as it is asked outside the page. Names in it come from the page and from the service, neither of which may
 * write over what is asked, or put a question of its own in its place.
 */
export const plainQuestion = ({ title, words, detail, instead }: Question): PlainQuestion => ({
  title: plainText(title, LONGEST_TITLE),
  words: [words]
    .flat()
    .map((line) => plainText(line, LONGEST_LINE))
    .join('\n'),
  detail: plainText(detail, LONGEST_LINE),
  ...(instead === undefined ? {} : { instead: plainText(instead, LONGEST_LINE) }),
});

/** Questions that may wait behind the one that stands. */
const MOST_WAITING = 8;

/** Refuses a further question where so many wait already: a page could ask without end, and the user would have to answer. */
export function mayWait(waiting: number): void {
  if (waiting > MOST_WAITING)
    fail('too_many_questions', 'Other questions wait for your answer. Answer them first, then try again.');
}
