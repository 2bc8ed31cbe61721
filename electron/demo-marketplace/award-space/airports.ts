import { ownEntry } from '#shared/own-entry.ts';
import { SIZES } from '../../places/airport.ts';
import { readAirports } from '../../places/place-pack.ts';

/** The airport data that award space needs. */
export type DemoAirport = {
  code: string;
  name: string;
  country: string;
  region: string;
  latitude: number;
  longitude: number;
  timeZone: string;
  runwayFeet: number;
  large: boolean;
};

const MIDDLE_EAST = new Set('AE BH CY IL IQ IR JO KW LB OM PS QA SA SY TR YE'.split(' '));
const REGIONS: Record<string, string> = {
  NA: 'North America',
  SA: 'South America',
  EU: 'Europe',
  AS: 'Asia',
  AF: 'Africa',
  OC: 'Oceania',
};

let index: Promise<ReadonlyMap<string, DemoAirport>> | undefined;

async function load(): Promise<ReadonlyMap<string, DemoAirport>> {
  const airports = new Map<string, DemoAirport>();
  for (const row of await readAirports()) {
    const [code, name, , country, latitude, longitude, size, scheduled, , continent, timeZone, runwayFeet] =
      row;
    // Local times need a time zone.
    if (scheduled !== 1 || timeZone === '') continue;
    airports.set(code, {
      code,
      name,
      country,
      region: MIDDLE_EAST.has(country) ? 'Middle East' : (ownEntry(REGIONS, continent) ?? 'Other'),
      latitude,
      longitude,
      timeZone,
      runwayFeet,
      large: SIZES[size] === 'large',
    });
  }
  return airports;
}

/** Every airport with scheduled service, by IATA code. Loaded once, at the first use. */
export function airportIndex(): Promise<ReadonlyMap<string, DemoAirport>> {
  index ??= load();
  return index;
}
