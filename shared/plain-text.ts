/** What steers a terminal, breaks a line, turns its direction, or cannot be seen: marks that choose a form among it. */
const NOT_PLAIN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** Letters pile up marks without end; more than this on one letter are no language's. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/**
 * One line of visible characters, at most `longest` of them. What is too long is cut in its middle, so that neither its
 * beginning nor an amount at its end can be pushed out of sight.
 */
export function plainText(text: string, longest: number): string {
  const line = text.replace(NOT_PLAIN, ' ').replace(PILED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  const atEnd = Math.floor(longest / 3);
  return `${characters.slice(0, longest - atEnd - 1).join('')}…${characters.slice(-atEnd).join('')}`;
}

/** Characters that a name may have within a sentence of ours. */
const LONGEST_NAME = 80;

/** A name from elsewhere, to stand between quotation marks that it cannot end. */
export const plainName = (name: string): string =>
  plainText(name.replaceAll(/["“”„«»]/gu, "'"), LONGEST_NAME);
