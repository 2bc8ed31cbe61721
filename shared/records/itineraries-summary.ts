/** Summary of all ways to fly a record, for a row of a table. Pure. */
import type { ItinerariesSummary, Itinerary } from '../award-search/itinerary.ts';
import { type Amount, leastAmount } from '../money.ts';

const least = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>(
    (best, value) => (value !== null && (best === null || value < best) ? value : best),
    null,
  );

const each = (texts: readonly string[]): string[] => [...new Set(texts)];

/**
 * The least taxes in each currency of the ways that cost so many miles, or do not say how many: those of a dearer way are
 * not paid beside a cheaper one's miles.
 * @param miles for one traveller
 */
export const taxesAtPrice = (
  itineraries: readonly Pick<Itinerary, 'taxes' | 'miles'>[],
  miles: number | null,
): Amount[] =>
  [
    ...Map.groupBy(
      itineraries.flatMap((way) =>
        miles === null || way.miles === null || way.miles === miles ? (way.taxes?.amount ?? []) : [],
      ),
      ({ currency }) => currency,
    ).values(),
  ].flatMap((amounts) => leastAmount(amounts) ?? []);

/**
 * @param itineraries at least one
 * @param asOf the time of the earlier answer that they come from, UTC ms; null where it is the latest
 */
export function itinerariesSummary(
  itineraries: readonly Itinerary[],
  asOf: number | null,
): ItinerariesSummary {
  const minutes = least(itineraries.map((itinerary) => itinerary.minutes));
  const shortest = itineraries.find((itinerary) => itinerary.minutes === minutes) ?? itineraries[0];
  const saw = itineraries.flatMap(({ sourceSawAt }) => sourceSawAt ?? []);
  return {
    count: itineraries.length,
    flights: shortest?.flights ?? [],
    stops: least(itineraries.map(({ stops }) => stops)),
    minutes,
    aircraft: each(itineraries.flatMap(({ aircraft }) => aircraft)),
    cabins: each(itineraries.flatMap(({ cabins }) => cabins)),
    taxes: each(itineraries.flatMap(({ taxes }) => taxes?.text ?? [])),
    asOf,
    sourceSawAt: saw.length === 0 ? null : Math.max(...saw),
  };
}
