import { splitCodes } from '#shared/award-search/request.ts';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { daysMeet, LONGEST_STAY } from '../search-days.ts';

const codes = (value: unknown): string[] => (typeof value === 'string' ? splitCodes(value) : []);

const share = (some: readonly string[], others: readonly string[]) =>
  some.filter((code) => others.includes(code)).length / Math.max(1, some.length);

/**
 * The saved search in the opposite direction: same cabin, from the other's destination to its origin, on days when one
 * returns from it, sharing the most airports; ties by the latest run, the order of the searches. Null where there is none.
 */
export function reverseOf(outbound: SavedSearch, searches: readonly SavedSearch[]): SavedSearch | null {
  const from = codes(outbound.criteria.origin_airport);
  const to = codes(outbound.criteria.destination_airport);
  let best: { search: SavedSearch; fit: number } | null = null;
  for (const search of searches) {
    if (search.searchId === outbound.searchId || search.criteria.cabin !== outbound.criteria.cabin) continue;
    if (!daysMeet(outbound, search, LONGEST_STAY)) continue;
    const there = share(to, codes(search.criteria.origin_airport));
    const home = share(from, codes(search.criteria.destination_airport));
    if (there === 0 || home === 0) continue;
    const fit = there + home;
    if (best === null || fit > best.fit) best = { search, fit };
  }
  return best?.search ?? null;
}
