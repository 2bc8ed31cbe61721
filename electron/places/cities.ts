import type { Airport } from './airport.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';

/** A city with several airports that airlines fly to by a schedule. */
export type City = {
  /** The airlines' code for the city as a whole; null where it has none. */
  code: string | null;
  name: string;
  country: string;
  /** Its airports, the busiest first. */
  airports: string[];
};

/** Cities by the airlines' own city codes, and those that merely share a name and a country. */
export function citiesOf(airports: ReadonlyMap<string, Airport>): City[] {
  const areas = METROPOLITAN_AREAS.map(([code, name, country, codes]) => ({
    code,
    name,
    country,
    airports: codes.split(' ').filter((airport) => airports.has(airport)),
  })).filter((area) => area.airports.length > 1);
  const taken = new Set(areas.flatMap((area) => area.airports));
  const byName = Map.groupBy(
    [...airports.values()].filter(
      ([code, , city, , , , , scheduled]) => city !== '' && scheduled === 1 && !taken.has(code),
    ),
    ([, , city, country]) => `${city}\u0000${country}`,
  );
  const named = [...byName.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    const sorted = [...group].sort((a, b) => a[6] - b[6] || (a[0] < b[0] ? -1 : 1));
    return [{ code: null, name: first[2], country: first[3], airports: sorted.map((airport) => airport[0]) }];
  });
  return [...areas, ...named];
}
