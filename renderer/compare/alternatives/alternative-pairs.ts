/** Airport pairs of the same two cities: what is stored for them, and which searches are missing. Pure. */
import { joinCodes } from '#shared/award-search/request.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { airportLabel } from '#shared/places/names.ts';
import { MAX_COLUMNS } from '../../addresses/compare-address.ts';

export type AlternativePairs = Awaited<ReturnType<ContractClient['results']['alternatives']>>;
export type AirportPair = AlternativePairs['pairs'][number];

export const pairKey = ({ origin, destination }: Pick<AirportPair, 'origin' | 'destination'>) =>
  `${origin} ${destination}`;

/** The initial pairs to compare: those with stored records, up to the number of columns. */
export const firstPairs = (pairs: readonly AirportPair[]): AirportPair[] =>
  pairs.filter((pair) => pair.records > 0).slice(0, MAX_COLUMNS);

/** `From JFK, LaGuardia (16 km), Newark (33 km).` */
export function airportsLabel(end: 'From' | 'To', near: AlternativePairs['origins']): string {
  const words = near.map(({ code, kilometres }) =>
    kilometres ? `${airportLabel(code)} (${kilometres} km)` : airportLabel(code),
  );
  return words.length > 1
    ? `${end} ${words.join(', ')}.`
    : `${end} ${words.join('')}, which has no other near it.`;
}

/**
 * Airports at one end that lack the same airports at the other: together they make one search without superfluous
 * pairs.
 */
function blocksBy(missing: readonly AirportPair[], end: 'origin' | 'destination') {
  const other = end === 'origin' ? 'destination' : 'origin';
  const lacking = [...Map.groupBy(missing, (pair) => pair[end])].map(([code, pairs]) => ({
    code,
    others: pairs.map((pair) => pair[other]).sort(),
  }));
  return [...Map.groupBy(lacking, ({ others }) => others.join()).values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const codes = alike.map(({ code }) => code);
    const { others } = first;
    return end === 'origin'
      ? { origins: codes, destinations: others }
      : { origins: others, destinations: codes };
  });
}

/** Pairs that were read completely and returned nothing: the trip need not buy them again. */
export const emptyPairs = (pairs: readonly AirportPair[]): AirportPair[] =>
  pairs.filter((pair) => pair.records === 0 && pair.read);

/**
 * The requests of §2.1 for the pairs that nothing is known of: their airports, and the trip's other criteria. A search
 * covers every pair of its airports; these cover each missing pair once, and none that was already requested.
 */
export function missingSearches({ pairs, cabin, from, until, filter }: AlternativePairs) {
  const missing = pairs.filter((pair) => pair.records === 0 && !pair.read);
  const [byOrigin, byDestination] = [blocksBy(missing, 'origin'), blocksBy(missing, 'destination')];
  return (byDestination.length < byOrigin.length ? byDestination : byOrigin).map(
    ({ origins, destinations }) => ({
      pairs: origins.length * destinations.length,
      request: {
        origin_airport: joinCodes(origins),
        destination_airport: joinCodes(destinations),
        ...(cabin ? { cabin } : {}),
        ...(filter.airlines ? { carriers: joinCodes(filter.airlines) } : {}),
        ...(from === null ? {} : { start_date: from }),
        ...(until === null ? {} : { end_date: until }),
        ...(filter.direct ? { only_direct_flights: true } : {}),
      },
    }),
  );
}
