/** What a user searches most comes first. Pure. */
import { splitCodes } from '#shared/award-search/request.ts';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { type Choosable, type Match, matchRank } from '#shared/places/meant.ts';

/** How often each code was searched, by code. */
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

/** Full names of equal weight, and partial matches, may be meant equally; the rest keeps its order. */
const areEquals = (a: Choosable, b: Choosable): boolean =>
  matchRank(a.match) === matchRank(b.match) &&
  (a.match === 'whole' ? a.weight === b.weight : HABIT_DECIDES.has(a.match));

const HABIT_DECIDES: ReadonlySet<Match> = new Set(['country', 'words', 'begins']);

/**
 * Suggestions ordered by match, and equal ones by use; a set of several codes counts as often as its least used. Other
 * equal ones keep their order.
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

/** The codes searched most, at most `count`, without those already chosen. */
export const mostUsedCodes = (uses: Uses, without: readonly string[], count: number): string[] =>
  [...uses]
    .filter(([code]) => !without.includes(code))
    .sort(([a, often], [b, oftenToo]) => oftenToo - often || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([code]) => code);
