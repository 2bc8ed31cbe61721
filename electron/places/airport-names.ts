/**
 * Derives travellers' names of airports for `shared/places/airport-names.json`, which lets both processes format names
 * without a request.
 */
import { countryName } from '#shared/formats.ts';
import type { AirportName } from '#shared/places/names.ts';
import type { Airport } from './airport.ts';
import { citiesOf } from './cities.ts';
import { isOwnPlacePack, placePack, readAirports } from './place-pack.ts';

/** Words in nearly every airport's name. */
const COMMON = /\b(airport|international|intl|regional|municipal|metropolitan|aeropuerto|aéroport)\b/giu;

/** The part of an airport's name that is not its city's; may be empty. */
function ownName(name: string, city: string): string {
  const bare = name
    .replace(COMMON, ' ')
    .replace(city, ' ')
    .replace(/^[\s–/-]+|[\s–/-]+$/gu, '')
    .replace(/\s+/gu, ' ');
  return bare.length < 3 ? '' : bare;
}

/** The city in a text such as `Arnavutköy, Istanbul`. */
const cityIn = (text: string): string =>
  (text.split(',').at(-1)?.split('/')[0]?.trim() ?? '').replace(/^Ciudad de /u, '');

/**
 * A row for each airport with scheduled flights, each that had them until it closed, and each city code, ordered by code. Cities of the same name are qualified
 * by country, except the one with the most or the biggest airports.
 */
export function airportNames(airports: ReadonlyMap<string, Airport>): AirportName[] {
  const cities = citiesOf(airports);
  const areaOf = new Map(cities.flatMap((city) => city.airports.map((code) => [code, city] as const)));
  // Records from before an airport closed name it too.
  const closed = new Set(
    placePack().airports.flatMap((change) => (change.closed === undefined ? [] : change.code)),
  );
  // In cities that have several, airports have names that everybody knows.
  const labels = new Map(placePack().airports.map(({ code, label }) => [code, label] as const));
  const scheduled = [...airports.values()].filter(
    ([code, , , , , , , isScheduled]) => isScheduled === 1 || closed.has(code),
  );
  const placed = scheduled.map((airport) => {
    const [code, name, city, country, , , size] = airport;
    const area = areaOf.get(code);
    const group = area?.name ?? (cityIn(city) || name.replace(COMMON, '').trim() || code);
    return {
      code,
      name,
      group,
      key: area ?? code,
      country,
      weight: (area?.airports.length ?? 1) * 10 - size,
    };
  });
  /** By city name, the group that has it without a country. */
  const bearer = new Map<string, (typeof placed)[number]>();
  for (const each of placed) {
    const held = bearer.get(each.group);
    if (held === undefined || each.weight > held.weight) bearer.set(each.group, each);
  }
  const rows = placed.map((each): AirportName => {
    const { code, name, key, country } = each;
    const first = bearer.get(each.group);
    const isBearer = first?.key === key;
    const city = isBearer
      ? each.group
      : `${each.group}${first?.country === country ? ` (${code})` : `, ${countryName(country)}`}`;
    const own = ownName(name, each.group);
    const area = areaOf.get(code);
    // Without a city code, the city's name means its biggest airport.
    const isTheCity = area === undefined || (area.code === null && area.airports[0] === code);
    const label = labels.get(code) ?? (isTheCity ? city : own || `${each.group} ${code}`);
    return own === '' || own === label ? [code, city, label] : [code, city, label, own];
  });
  const ofAreas = cities.flatMap(({ code, name }): AirportName[] =>
    code === null || airports.has(code) ? [] : [[code, name]],
  );
  return [...rows, ...ofAreas].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The names of airports by the pack of places that the user loaded; null for the shipped one, whose names are stored. */
export const airportNamesInUse = async (): Promise<AirportName[] | null> =>
  isOwnPlacePack()
    ? airportNames(new Map((await readAirports()).map((row) => [row[0], row] as const)))
    : null;
