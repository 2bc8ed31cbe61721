/** Which airports or airlines a text means: for form fields and for assistants. Pure. */

/**
 * How well a suggestion matches what was typed, the best first: exactly that code; a full name of it or of its city;
 * the full name of its country; every word is one of its words; every word begins one; some words do, or are similar; and
 * last, however well it matches, places without scheduled airlines.
 */
export const MATCHES = ['code', 'whole', 'country', 'words', 'begins', 'alike', 'unserved'] as const;
export type Match = (typeof MATCHES)[number];

/** How far down a match stands. What begins as typed stands among what is called so: of `tok`, Tokyo is bigger than Tok. */
export const matchRank = (match: Match): number => MATCHES.indexOf(match === 'begins' ? 'words' : match);

/** A candidate meaning of a text. */
export type Choosable = { codes: readonly string[]; match: Match; weight: number; kind?: string };

/** Two letters begin too many names. */
const MIN_LETTERS = 3;

/**
 * The codes that a typed text means without asking: those of a code, of a full name that no other of its weight shares,
 * or of the only match for its words. Null where the user has to choose: what merely begins so, is similar, or is in the country
 * or region of that name, is never chosen automatically.
 * @param suggestions the best match first
 */
export function meantBy(text: string, suggestions: readonly Choosable[]): readonly string[] | null {
  const [best] = suggestions;
  if (best === undefined || best.kind === 'region' || best.kind === 'near') return null;
  const isOther = ({ codes }: Choosable) => !codes.every((code) => best.codes.includes(code));
  const others = suggestions.filter(
    (other) => matchRank(other.match) === matchRank(best.match) && isOther(other),
  );
  const isMeant =
    best.match === 'code' ||
    (best.match === 'whole' && others.every(({ weight }) => weight < best.weight)) ||
    (best.match === 'words' && others.length === 0 && text.trim().length >= MIN_LETTERS);
  return isMeant ? best.codes : null;
}

type Suggest = (text: string) => Promise<readonly Choosable[]>;

/**
 * The codes that a finished text means: anything in capitals unchanged, unless a country or region is called so (`USA`),
 * otherwise as in `meantBy`; several words each as a code of its own where together they are not a name. Null where the user has to choose.
 * @param codes those that the text reads as, ignoring case; null where it reads as a name
 * @param mustBeKnown whether a code counts only where something is known by it, for what no one else checks
 */
export async function meantCodes(
  text: string,
  codes: readonly string[] | null,
  suggest: Suggest,
  mustBeKnown = false,
): Promise<readonly string[] | null> {
  const isCapitals = !mustBeKnown && codes !== null && text === text.toUpperCase();
  if (isCapitals && codes.length > 1) return codes;
  const suggestions = await suggest(text);
  if (isCapitals)
    return suggestions.some(({ kind, match }) => kind === 'region' && match === 'country') ? null : codes;
  const meant = meantBy(text, suggestions);
  if (meant !== null || codes === null) return meant;
  if (suggestions.length === 0 && codes.length === 1) return mustBeKnown ? null : codes;
  if (codes.length < 2 || suggestions.some(({ match }) => ['whole', 'words', 'begins'].includes(match)))
    return null;
  const each = await Promise.all(codes.map(async (code) => (await suggest(code))[0]));
  return each.every((first) => first?.match === 'code') ? each.flatMap((first) => first?.codes ?? []) : null;
}
