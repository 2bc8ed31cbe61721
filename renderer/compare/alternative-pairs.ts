/** The airports of the same two cities: what is kept of their pairs, and what a search would have to ask for. Pure. */
import { joinCodes } from '#shared/award-search/request.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { MOST_COLUMNS } from './compare-address.ts';

export type AlternativesTold = Awaited<ReturnType<ContractClient['results']['alternatives']>>;
export type AirportPair = AlternativesTold['pairs'][number];

export const pairKey = ({ origin, destination }: Pick<AirportPair, 'origin' | 'destination'>) =>
  `${origin} ${destination}`;

/** The pairs to compare at first: those that something is kept for, as many as columns can be. */
export const firstPairs = (pairs: readonly AirportPair[]): AirportPair[] =>
  pairs.filter((pair) => pair.records > 0).slice(0, MOST_COLUMNS);

/** `From JFK, LGA (16 km), EWR (33 km).` */
export function airportsWords(end: 'From' | 'To', near: AlternativesTold['origins']): string {
  const words = near.map(({ code, kilometres }) => (kilometres ? `${code} (${kilometres} km)` : code));
  return words.length > 1
    ? `${end} ${words.join(', ')}.`
    : `${end} ${words.join('')}, which has no other near it.`;
}

/**
 * The request of §2.1 for the pairs that nothing is kept for: their airports, cabin and dates. A search asks for every
 * pair of its airports, so it may hold pairs that are kept as well. Null where every pair is kept.
 */
export function missingSearch({ pairs, cabin, from, until }: AlternativesTold) {
  const missing = pairs.filter((pair) => pair.records === 0);
  if (missing.length === 0) return null;
  const all = (codes: readonly string[]) => joinCodes([...new Set(codes)]);
  return {
    pairs: missing.length,
    request: {
      origin_airport: all(missing.map((pair) => pair.origin)),
      destination_airport: all(missing.map((pair) => pair.destination)),
      ...(cabin === null ? {} : { cabin }),
      ...(from === null ? {} : { start_date: from }),
      ...(until === null ? {} : { end_date: until }),
    },
  };
}
