/**
 * Characters that control a terminal, break a line, change its direction, or are invisible, including variation
 * selectors.
 */
const NOT_PLAIN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** Combining marks can pile up without end; no language has more than this on one letter. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/**
 * One line of visible characters, at most `longest` of them. Longer text is cut in the middle, so that neither its
 * beginning nor an amount at its end can be pushed out of sight.
 */
export function plainText(text: string, longest: number): string {
  const line = text.replace(NOT_PLAIN, ' ').replace(PILED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  const atEnd = Math.floor(longest / 3);
  return `${characters.slice(0, longest - atEnd - 1).join('')}…${characters.slice(-atEnd).join('')}`;
}

/** The most characters of a name within a sentence of ours. */
const LONGEST_NAME = 80;

/** Quotation marks of every script, and what looks like them: primes, ornaments, Hebrew and modifier letters. */
const QUOTES = /[\p{Quotation_Mark}ʺˮ״″‶‴‷⁗❛-❠🙶-🙸]/gu;

/** A foreign name, to be placed between quotation marks that it cannot end. */
export const plainName = (name: string): string => plainText(name.replaceAll(QUOTES, "'"), LONGEST_NAME);
