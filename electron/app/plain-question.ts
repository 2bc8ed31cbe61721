import { fail } from '#shared/contract/failure.ts';
import { plainLine } from '#shared/plain-text.ts';
import type { Question } from '../purchases/journal/purchase-context.ts';

/** A sanitised question for the user. `words` may have several lines. */
export type PlainQuestion = {
  title: string;
  words: string;
  detail: string;
  /** What the user can do instead if confirmation is unavailable. */
  instead?: string;
};

/** Maximum characters per line; a sentence with two names is far shorter. */
const LONGEST_LINE = 400;
const LONGEST_TITLE = 120;

/**
 * Sanitises a question to ask outside the page. Names in it come from the page or the service, neither of which may alter
 * or imitate the question.
 */
export const plainQuestion = ({ title, words, detail, instead }: Question): PlainQuestion => ({
  title: plainLine(title, LONGEST_TITLE),
  words: [words]
    .flat()
    .map((line) => plainLine(line, LONGEST_LINE))
    .join('\n'),
  detail: plainLine(detail, LONGEST_LINE),
  ...(instead === undefined ? {} : { instead: plainLine(instead, LONGEST_LINE) }),
});

/** Maximum number of questions waiting behind the current one. */
const MAX_WAITING = 8;

/** Throws if too many questions are waiting, so that a page cannot ask the user without end. */
export function limitWaiting(waiting: number): void {
  if (waiting > MAX_WAITING)
    fail('too_many_questions', 'Other questions wait for your answer. Answer them first, then try again.');
}
