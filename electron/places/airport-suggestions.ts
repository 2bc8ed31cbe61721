import { countryName, foreignCountryNames } from '#shared/formats.ts';
import { MATCHES, type Match } from '#shared/places/meant.ts';
import { type Airport, type CityNames, SIZES } from './airport.ts';
import { type City, citiesOf } from './cities.ts';
import { createCityFinder } from './city-names.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';
import { REGIONS } from './regions.ts';
import { comparableName, createWordIndex, type IndexEntry } from './word-index.ts';

export type AirportSuggestion = {
  kind: 'airport' | 'city' | 'region';
  /** The codes added by choosing it. */
  codes: string[];
  label: string;
  detail: string;
  match: Match;
  weight: number;
};

/** The parts of a suggestion that do not depend on the typed text. */
type Place = Omit<AirportSuggestion, 'match' | 'weight'>;

/** A match, before airports without flights are ranked last. */
type Found = AirportSuggestion & { isServed: boolean };

const SCHEDULED_WEIGHTS: readonly number[] = [4, 2, 1, 0.8]; // by size, as SIZES
const UNSCHEDULED_WEIGHT = 0.2;
/** Cities with their own code are major destinations. */
const CODED_CITY_WEIGHT = 9;
const CITY_WEIGHT = 4;
/** The name of a region or country means it rather than an airport named after it. */
const REGION_WEIGHT = 8;
/** Most and fewest airports that are suggested together for a country. */
const MAX_OF_COUNTRY = 8;
const MIN_OF_COUNTRY = 2;

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Ranks a city's airports in the order of its area's list, the busiest first. */
const PLACE_IN_CITY = new Map(
  METROPOLITAN_AREAS.flatMap(([, , , codes]) =>
    codes.split(' ').map((code, place) => [code, place] as const),
  ),
);
const busyness = (code: string): number => Math.max(1, 2 - (PLACE_IN_CITY.get(code) ?? 10) * 0.2);

function airportEntry([code, name, city, country, , , size, scheduled, other]: Airport): IndexEntry {
  const weight = scheduled === 1 ? (SCHEDULED_WEIGHTS[size] ?? 1) * busyness(code) : UNSCHEDULED_WEIGHT;
  return { code, name, city, country: `${countryName(country)} ${country}`, other, weight };
}

function airportSuggestion([code, name, city, country, , , size, scheduled]: Airport): Place {
  const place = [city, countryName(country)].filter((part) => part !== '').join(', ');
  const service =
    scheduled === 1 ? '' : SIZES[size] === 'other' ? 'no scheduled flights' : 'no scheduled flights known';
  return { kind: 'airport', codes: [code], label: `${name} (${code})`, detail: sentence([place, service]) };
}

/** The distinct words of an airport's names. */
const wordsOf = ([, name, city, , , , , , other]: Airport): Set<string> =>
  new Set(comparableName(`${name} ${city} ${other}`).split(' '));

/** Names shared by several airports of a city name the city; others distinguish its airports. */
function sharedLabel(city: City, airports: ReadonlyMap<string, Airport>): string {
  const counts = new Map<string, number>();
  for (const code of city.airports) {
    const airport = airports.get(code);
    for (const word of airport === undefined ? [] : wordsOf(airport))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].flatMap(([word, times]) => (times > 1 ? word : [])).join(' ');
}

function cityEntry(city: City, airports: ReadonlyMap<string, Airport>): IndexEntry {
  return {
    code: city.code ?? '',
    name: city.name,
    city: city.name,
    country: `${countryName(city.country)} ${city.country}`,
    other: [sharedLabel(city, airports), ...city.otherNames].join(' '),
    weight: city.code === null ? CITY_WEIGHT : CODED_CITY_WEIGHT,
  };
}

const citySuggestion = (city: City): Place => ({
  kind: 'city',
  codes: city.airports,
  label: `${city.name}, all airports${city.code === null ? '' : ` (${city.code})`}`,
  detail: sentence([city.airports.join(', '), countryName(city.country)]),
});

type Region = { name: string; airports: string[]; otherNames: readonly string[] };

/** Regions, and countries with several big airports, each with its main airports. */
function regionsOf(airports: ReadonlyMap<string, Airport>): Region[] {
  const named = REGIONS.map(([name, codes, ...otherNames]) => ({
    name,
    otherNames,
    airports: codes.split(' ').filter((code) => airports.get(code)?.[7] === 1),
  }));
  const taken = new Set(named.flatMap(({ name, otherNames }) => [name, ...otherNames].map(comparableName)));
  const big = [...airports.values()].filter(
    ([, , , country, , , size, scheduled]) => country !== '' && scheduled === 1 && SIZES[size] === 'large',
  );
  const countries = [...Map.groupBy(big, ([, , , country]) => country)].flatMap(([country, own]) => {
    const name = countryName(country);
    return own.length < MIN_OF_COUNTRY || taken.has(comparableName(name))
      ? []
      : {
          name,
          otherNames: foreignCountryNames(country),
          airports: own
            .map(([code]) => code)
            .sort((a, b) => busyness(b) - busyness(a))
            .slice(0, MAX_OF_COUNTRY),
        };
  });
  return [...named, ...countries];
}

const regionSuggestion = ({ name, airports }: Region): Place => ({
  kind: 'region',
  codes: airports,
  label: `${name}, ${airports.length} airports`,
  detail: airports.join(', '),
});

/** Full names of a place and of its country. */
type Names = { own: ReadonlySet<string>; country: readonly string[] };

const NO_NAMES: ReadonlySet<string> = new Set();

const namesOf = (country: string, ...own: readonly string[]): Names => ({
  own: new Set(own.map(comparableName).filter((name) => name !== '')),
  country: [comparableName(countryName(country))],
});

function matchOf(typed: string, { own, country }: Names, asTyped: boolean): Match {
  if (own.has(typed)) return 'whole';
  if (country.includes(typed)) return 'country';
  return asTyped ? 'words' : 'alike';
}

/** Orders places with flights first, then by match, then namesakes by weight; otherwise as found. */
const byMatch = (a: Found, b: Found): number =>
  Number(b.isServed) - Number(a.isServed) ||
  MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
  (a.match === 'whole' ? b.weight - a.weight || Number(b.kind === 'city') - Number(a.kind === 'city') : 0) ||
  (a.match === 'country' ? Number(b.kind === 'region') - Number(a.kind === 'region') : 0);

/**
 * Suggests airports, cities and regions for a typed text: an exact code first, then full names, then names with some of
 * the words, the biggest first. Airports without scheduled flights come last, whatever their code: "tok" should suggest
 * Tokyo before Torokina.
 */
export function createAirportSuggestions(
  airports: ReadonlyMap<string, Airport>,
  cityNames: readonly CityNames[],
): (text: string, limit: number) => AirportSuggestion[] {
  const cities = citiesOf(airports);
  const places = [
    ...[...airports.values()].map((airport) => ({
      entry: airportEntry(airport),
      names: namesOf(airport[3], airport[1], airport[2]),
      suggestion: airportSuggestion(airport),
      isServed: airport[7] === 1,
    })),
    ...cities.map((city) => ({
      entry: cityEntry(city, airports),
      names: namesOf(city.country, city.name, ...city.otherNames),
      suggestion: citySuggestion(city),
      isServed: true,
    })),
    ...regionsOf(airports).map((region) => ({
      entry: {
        code: '',
        name: region.name,
        city: '',
        country: '',
        other: region.otherNames.join(' '),
        weight: REGION_WEIGHT,
      },
      // Treated as a country's name: its airports are suggested, never chosen automatically.
      names: { own: NO_NAMES, country: [region.name, ...region.otherNames].map(comparableName) },
      suggestion: regionSuggestion(region),
      isServed: true,
    })),
  ];
  const find = createWordIndex(places.map(({ entry }) => entry));
  const findAbroad = createCityFinder(cityNames);
  const byCode = Map.groupBy(places, ({ entry }) => entry.code);
  /** Airports by their code, and cities by that of their busiest one. */
  const byAirport = Map.groupBy(
    places.filter(({ suggestion }) => suggestion.kind !== 'region'),
    ({ suggestion }) => suggestion.codes[0] ?? '',
  );
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const matches = new Map<(typeof places)[number], Match>();
    const add = (place: (typeof places)[number], match: Match): void => {
      const held = matches.get(place);
      if (held === undefined || MATCHES.indexOf(match) < MATCHES.indexOf(held)) matches.set(place, match);
    };
    for (const place of code === '' ? [] : (byCode.get(code) ?? [])) add(place, 'code');
    for (const { place: at, asTyped } of find(text)) {
      const place = places[at];
      if (place !== undefined) add(place, matchOf(typed, place.names, asTyped));
    }
    const abroad = [...findAbroad(text)].flatMap(([airport, match]) =>
      (byAirport.get(airport) ?? []).map((place) => ({ place, match })),
    );
    abroad.sort((a, b) => b.place.entry.weight - a.place.entry.weight);
    for (const { place, match } of abroad) add(place, match);
    return [...matches]
      .map(
        ([{ suggestion, entry, isServed }, match]): Found => ({
          ...suggestion,
          match,
          weight: entry.weight,
          isServed,
        }),
      )
      .sort(byMatch)
      .slice(0, limit)
      .map(({ isServed, ...suggestion }) => (isServed ? suggestion : { ...suggestion, match: 'unserved' }));
  };
}
