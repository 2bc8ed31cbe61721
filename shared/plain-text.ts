/**
 * Characters that control a terminal, break a line, change its direction, or are invisible, including variation
 * selectors and the four letters and symbols whose shape is blank.
 */
const NOT_PLAIN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{1d159}]+/gu;
/** Combining marks can pile up without end; no language has more than this on one letter. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** In characters: of longer texts, only the ends are looked at. */
const LONGEST_END = 16_384;
const readable = (text: string): string =>
  text.length <= 2 * LONGEST_END ? text : `${text.slice(0, LONGEST_END)}…${text.slice(-LONGEST_END)}`;

/**
 * One line of visible characters, at most `longest` of them. Longer text is cut in the middle, so that neither its
 * beginning nor an amount at its end can be pushed out of sight.
 */
export function plainText(text: string, longest: number): string {
  const line = readable(text).replace(NOT_PLAIN, ' ').replace(PILED_MARKS, '$1').replace(/\s+/gu, ' ').trim();
  const characters = Array.from(line);
  if (characters.length <= longest) return line;
  const atEnd = Math.floor(longest / 3);
  return `${characters.slice(0, longest - atEnd - 1).join('')}…${characters.slice(-atEnd).join('')}`;
}

/**
 * A run of letters that are written from right to left. The ranges are those that Unicode reserves for such scripts, the
 * unassigned ones too.
 */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}][\s\p{M}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]*(?<!\s)/gu;

/**
 * The same, to be shown where text is laid out by its letters' directions: between left-to-right marks, so that a name in
 * Hebrew or Arabic does not turn the line round, or move the amount or quotation mark beside it.
 */
export const plainLine = (text: string, longest: number): string =>
  plainText(text, longest).replace(RIGHT_TO_LEFT, '\u200e$&\u200e');

/** The most characters of a name within a sentence of ours. */
const LONGEST_NAME = 80;

/** Quotation marks of every script, and what looks like them: primes, ornaments, Hebrew and modifier letters. */
const QUOTES = /[\p{Quotation_Mark}ʺˮ״″‶‴‷⁗❛-❠🙶-🙸]/gu;

/** A foreign name, to be placed between quotation marks that it cannot end. */
export const plainName = (name: string): string =>
  plainText(readable(name).replaceAll(QUOTES, "'"), LONGEST_NAME);
