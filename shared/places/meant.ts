/** What a text means that names airports or airlines: for the fields that a user fills in, and for assistants. Pure. */

/**
 * How well a suggestion fits what was typed, the best first: it is that very code; a whole name of it or of its city; the
 * whole name of its country; every word begins one of its words; some words do, or resemble them; however well it fits,
 * no airline is known to fly there by a schedule.
 */
export const MATCHES = ['code', 'whole', 'country', 'words', 'alike', 'unserved'] as const;
export type Match = (typeof MATCHES)[number];

/** What a text may mean, as far as choosing goes. */
export type Choosable = { codes: readonly string[]; match: Match; weight: number; kind?: string };

/** Two letters begin too many names to name one. */
const LEAST_LETTERS = 3;

/**
 * The codes that a typed text means without being asked: those of a code, of a whole name that no other of its weight
 * shares, or of the only one that bears the words. Null where it has to be asked: what merely resembles the text, or
 * lies in the country or region of that name, is never taken unasked.
 * @param suggestions the best match first
 */
export function meantBy(text: string, suggestions: readonly Choosable[]): readonly string[] | null {
  const [best] = suggestions;
  if (best === undefined || best.kind === 'region') return null;
  const isOther = ({ codes }: Choosable) => !codes.every((code) => best.codes.includes(code));
  const others = suggestions.filter((other) => other.match === best.match && isOther(other));
  const isMeant =
    best.match === 'code' ||
    (best.match === 'whole' && others.every(({ weight }) => weight < best.weight)) ||
    (best.match === 'words' && others.length === 0 && text.trim().length >= LEAST_LETTERS);
  return isMeant ? best.codes : null;
}

type Suggest = (text: string) => Promise<readonly Choosable[]>;

/**
 * The codes that a finished text means: what is written in capitals as it is, anything else as `meantBy` says; several
 * words each as a code of its own where together they are no name. Null where it has to be asked.
 * @param codes those that the text reads as, whatever its case; null where it reads as a name
 */
export async function meantCodes(
  text: string,
  codes: readonly string[] | null,
  suggest: Suggest,
): Promise<readonly string[] | null> {
  if (codes !== null && text === text.toUpperCase()) return codes;
  const suggestions = await suggest(text);
  const meant = meantBy(text, suggestions);
  if (meant !== null || codes === null) return meant;
  if (suggestions.length === 0 && codes.length === 1) return codes;
  if (codes.length < 2 || suggestions.some(({ match }) => match === 'whole' || match === 'words'))
    return null;
  const each = await Promise.all(codes.map(async (code) => (await suggest(code))[0]));
  return each.every((first) => first?.match === 'code') ? codes : null;
}
