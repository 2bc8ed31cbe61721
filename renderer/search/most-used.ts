/** What a person searches most comes first. Pure. */
import { splitCodes } from '#shared/award-search/request.ts';
import type { SavedSearch } from '#shared/contract/awards.ts';

/** How often each code was asked for, by code. */
export type Uses = ReadonlyMap<string, number>;

type Field = 'origin_airport' | 'destination_airport' | 'carriers';

/** Counts the askings of every saved search; airports count wherever they stand, at either end. */
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

/**
 * Suggestions with those first that were asked for most; of several codes together, as often as the least of them. What
 * was typed as a code stays before all others, and equals keep their order.
 */
export function mostUsedFirst<Suggestion extends { codes: readonly string[] }>(
  suggestions: readonly Suggestion[],
  uses: Uses,
  typed: string,
): Suggestion[] {
  const code = typed.trim().toUpperCase();
  const worth = ({ codes }: Suggestion) =>
    codes.length === 1 && codes[0] === code
      ? Number.POSITIVE_INFINITY
      : Math.min(...codes.map((each) => uses.get(each) ?? 0));
  return [...suggestions].sort((a, b) => {
    const [left, right] = [worth(a), worth(b)];
    return left === right ? 0 : right - left;
  });
}

/** The codes that were asked for most, at most `count`, without those that are chosen already. */
export const mostUsedCodes = (uses: Uses, without: readonly string[], count: number): string[] =>
  [...uses]
    .filter(([code]) => !without.includes(code))
    .sort(([a, often], [b, oftenToo]) => oftenToo - often || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([code]) => code);
