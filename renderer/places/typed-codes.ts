import { splitCodes } from '#shared/award-search/request.ts';
import { shortened } from '#shared/formats.ts';

/** Which texts may be codes: airports have three letters, carriers two or three characters. */
export type CodeShape = RegExp;
export const AIRPORT_CODE: CodeShape = /^[A-Z]{3}$/;
/** As typed: of two characters (IATA), or of three letters (ICAO), which a request does not take. */
export const CARRIER_CODE: CodeShape = /^(?=.*[A-Z])[A-Z0-9]{2,3}$/;
/** As a request takes it (§2.1). */
export const REQUEST_CARRIER: CodeShape = /^(?=.*[A-Z])[A-Z0-9]{2}$/;

/** What is wrong with an airport that is still a name which may mean several. */
export const unclearAirport = (text: string): string =>
  `Choose an airport or city for “${shortened(text)}”, or remove it.`;

/** Typed text, split: finished pieces, each codes or a name, and the text still being typed. */
export type Typed = { finished: string[]; rest: string };

/** Commas of every script end a place. */
const SEPARATORS = /[,;，、；،؛/|+&\n\t]+|(?:^|\s)or\s/i;

/** True where every word of a piece is a code: `JFK EWR`, but not `New York`. */
const isCodes = (piece: string, shape: CodeShape): boolean =>
  splitCodes(piece).every((code) => shape.test(code));

/**
 * What a change of the text finishes. A comma, semicolon, slash, bar, plus, ampersand or `or` ends the piece before it;
 * a space ends a code in capitals ("JFK "), but not a name ("New York"). A pasted list is accepted whole.
 */
export function takeTyped(text: string, pasted: boolean, shape: CodeShape): Typed {
  const pieces = text.split(SEPARATORS);
  const last = pieces.pop() ?? '';
  const finished = pieces.map((piece) => piece.trim()).filter((piece) => piece !== '');
  const isList = pieces.length > 0 || /\S\s+\S/.test(last);
  const isEnded = shape.test(last.trimEnd()) && /\s$/.test(last);
  if (isEnded || (pasted && isList && last.trim() !== '' && isCodes(last, shape)))
    return { finished: [...finished, last.trim()], rest: '' };
  return { finished, rest: last.trimStart() };
}

/**
 * A pasted text as one line. A one-line field would join the lines of a list with spaces, turning two names into one;
 * here each line ends a piece.
 */
export const asOneLine = (pasted: string): string => {
  const lines = pasted.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.length > 1 ? `${lines.join(', ')},` : pasted.trim();
};

/** The codes in a text when the field is left; null where it reads as a name that has to be looked up. */
export function codesIn(text: string, shape: CodeShape): string[] | null {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  return isCodes(trimmed, shape) ? splitCodes(trimmed) : null;
}

/** Adds codes to a list, without duplicates, in order. */
export const withCodes = (list: readonly string[], added: readonly string[]): string[] => [
  ...new Set([...list, ...added]),
];
