import type { Airport } from './airport.ts';
import { kilometresBetween } from './distance.ts';
import { byBusyness, placePack } from './place-pack.ts';

/** A city with several airports with scheduled flights. */
export type City = {
  /** The city's IATA code; null if it has none. */
  code: string | null;
  name: string;
  /** Other names of the city. */
  otherNames: readonly string[];
  country: string;
  /** Its airports, the busiest first. */
  airports: string[];
};

/** Groups airports by city code, and others by name and country. */
export function citiesOf(airports: ReadonlyMap<string, Airport>): City[] {
  const areas = placePack()
    .areas.map(({ code, name, country, airports: codes, aka = [] }) => ({
      code,
      name,
      otherNames: aka,
      country,
      airports: codes.filter((airport) => airports.has(airport)),
    }))
    .filter((area) => area.airports.length > 1);
  const inAreas = new Set(areas.flatMap((area) => area.airports));
  const byName = Map.groupBy(
    byBusyness([...airports.values()]).filter(
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

/** Airports farther apart belong to different cities of one name, such as Portland in Oregon and in Maine. */
export const CITY_KM = 100;

/** Groups airports of one city name by distance, in their order. */
function nearTogether(airports: readonly Airport[]): Airport[][] {
  const groups: Airport[][] = [];
  for (const airport of airports) {
    const group = groups.find(
      ([first]) => first !== undefined && kilometresBetween(first, airport) <= CITY_KM,
    );
    if (group === undefined) groups.push([airport]);
    else group.push(airport);
  }
  return groups;
}
