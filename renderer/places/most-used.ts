/** What a user searches most comes first. Pure. */
import { splitCodes } from '#shared/award-search/request.ts';
import type { SavedSearch } from '#shared/contract/awards.ts';
import type { Match } from '#shared/contract/places.ts';
import { type CodeShape, codesIn } from './typed-codes.ts';

/** How often each code was asked for, by code. */
export type Uses = ReadonlyMap<string, number>;

type Field = 'origin_airport' | 'destination_airport' | 'carriers';

/** Counts the runs of every saved search; airports count wherever they stand, at either end. */
export function usesOf(
  searches: readonly Pick<SavedSearch, 'criteria' | 'runs'>[],
  fields: readonly Field[],
): Uses {
  const uses = new Map<string, number>();
  for (const { criteria, runs } of searches) {
    const codes = new Set(
      fields.flatMap((field) => {
        const text = criteria[field];
        return typeof text === 'string' ? splitCodes(text) : [];
      }),
    );
    for (const code of codes) uses.set(code, (uses.get(code) ?? 0) + runs);
  }
  return uses;
}

/** What a text may mean, as far as choosing goes. */
export type Choosable = { codes: readonly string[]; match: Match; weight: number; kind?: string };

/** Whole names of equal weight, and things that bear the words, may be meant alike; the rest has its own order. */
const areEquals = (a: Choosable, b: Choosable): boolean =>
  a.match === b.match && (a.match === 'whole' ? a.weight === b.weight : HABIT_DECIDES.has(a.match));

const HABIT_DECIDES: ReadonlySet<Match> = new Set(['country', 'words']);

/**
 * Suggestions with those first that match best, and of equals those that were asked for most; of several codes
 * together, as often as the least of them. Other equals keep their order.
 * @param suggestions the best match first
 */
export function mostUsedFirst<Suggestion extends Choosable>(
  suggestions: readonly Suggestion[],
  uses: Uses,
): Suggestion[] {
  let rank = 0;
  return suggestions
    .map((suggestion, place) => {
      const before = suggestions[place - 1];
      if (before === undefined || !areEquals(before, suggestion)) rank += 1;
      return { suggestion, rank, used: Math.min(...suggestion.codes.map((code) => uses.get(code) ?? 0)) };
    })
    .sort((a, b) => a.rank - b.rank || b.used - a.used)
    .map(({ suggestion }) => suggestion);
}

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
 */
export async function meantCodes(
  text: string,
  shape: CodeShape,
  suggest: Suggest,
): Promise<readonly string[] | null> {
  const codes = codesIn(text, shape);
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

/** The codes that were asked for most, at most `count`, without those that are chosen already. */
export const mostUsedCodes = (uses: Uses, without: readonly string[], count: number): string[] =>
  [...uses]
    .filter(([code]) => !without.includes(code))
    .sort(([a, often], [b, oftenToo]) => oftenToo - often || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([code]) => code);
