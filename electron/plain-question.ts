import type { Question } from './purchases/room.ts';

/** One line of visible characters: what steers a terminal, breaks a line or turns its direction is left out. */
const plainLine = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

/**
 * A question as it is asked outside the page. Names in it come from the page and from the service, neither of which may
 * write over what is asked, or put a question of its own in its place.
 */
export const plainQuestion = ({ title, words, detail }: Question): Question => ({
  title: plainLine(title),
  words: plainLine(words),
  detail: plainLine(detail),
});
