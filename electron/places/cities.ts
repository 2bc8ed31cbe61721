import type { Airport } from './airport.ts';
import { kilometresBetween } from './distance.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';

/** A city with several airports that airlines fly to by a schedule. */
export type City = {
  /** The airlines' code for the city as a whole; null where it has none. */
  code: string | null;
  name: string;
  /** What else the city as a whole is called. */
  otherNames: readonly string[];
  country: string;
  /** Its airports, the busiest first. */
  airports: string[];
};

/** Cities by the airlines' own city codes, and those that merely share a name and a country. */
export function citiesOf(airports: ReadonlyMap<string, Airport>): City[] {
  const areas = METROPOLITAN_AREAS.map(([code, name, country, codes, ...otherNames]) => ({
    code,
    name,
    otherNames,
    country,
    airports: codes.split(' ').filter((airport) => airports.has(airport)),
  })).filter((area) => area.airports.length > 1);
  const inAreas = new Set(areas.flatMap((area) => area.airports));
  const byName = Map.groupBy(
    [...airports.values()].filter(
      ([code, , city, , , , , scheduled]) => city !== '' && scheduled === 1 && !inAreas.has(code),
    ),
    ([, , city, country]) => `${city}\u0000${country}`,
  );
  const named = [...byName.values()].flatMap(nearTogether).flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2) return [];
    const [, , name, country] = first;
    return [{ code: null, name, otherNames: [], country, airports: group.map(([code]) => code) }];
  });
  return [...areas, ...named];
}

/** Airports farther apart are of two cities of one name: Portland in Oregon and Portland in Maine. */
const CITY_KM = 100;

/** Airports of one name, the biggest first, put together with those near by. */
function nearTogether(airports: readonly Airport[]): Airport[][] {
  const groups: Airport[][] = [];
  for (const airport of [...airports].sort((a, b) => a[6] - b[6] || (a[0] < b[0] ? -1 : 1))) {
    const group = groups.find(
      ([first]) => first !== undefined && kilometresBetween(first, airport) <= CITY_KM,
    );
    if (group === undefined) groups.push([airport]);
    else group.push(airport);
  }
  return groups;
}
