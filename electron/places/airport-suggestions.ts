import { countryName } from '#shared/formats.ts';
import { MATCHES, type Match } from '#shared/places/meant.ts';
import { type Airport, SIZES } from './airport.ts';
import { type City, citiesOf } from './cities.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';
import { REGIONS } from './regions.ts';
import { comparableName, createWordIndex, type IndexEntry } from './word-index.ts';

export type AirportSuggestion = {
  kind: 'airport' | 'city' | 'region';
  /** The codes that choosing it adds. */
  codes: string[];
  label: string;
  detail: string;
  match: Match;
  weight: number;
};

/** What a suggestion says, whatever was typed. */
type Said = Omit<AirportSuggestion, 'match' | 'weight'>;

/** A place with how well it fits, before it is asked whether anybody flies there. */
type Found = AirportSuggestion & { isServed: boolean };

const SCHEDULED_WEIGHTS: readonly number[] = [4, 2, 1, 0.8]; // by size, as SIZES
const UNSCHEDULED_WEIGHT = 0.2;
/** A city with a code of its own is one that the world flies to. */
const CODED_CITY_WEIGHT = 9;
const CITY_WEIGHT = 4;
/** A region or country is meant by its name before any airport that merely bears it. */
const REGION_WEIGHT = 8;
/** A country has so many airports offered together, at most and at least. */
const MOST_OF_COUNTRY = 8;
const LEAST_OF_COUNTRY = 2;

const sentence = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');

/** Of a city's airports the busiest stands first in the list of its area, and comes first here. */
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

function airportSuggestion([code, name, city, country, , , size, scheduled]: Airport): Said {
  const place = [city, countryName(country)].filter((part) => part !== '').join(', ');
  const service =
    scheduled === 1 ? '' : SIZES[size] === 'other' ? 'no scheduled flights' : 'no scheduled flights known';
  return { kind: 'airport', codes: [code], label: `${name} (${code})`, detail: sentence([place, service]) };
}

/** The words of an airport's names, each once. */
const wordsOf = ([, name, city, , , , , , other]: Airport): Set<string> =>
  new Set(comparableName(`${name} ${city} ${other}`).split(' '));

/** What several airports of a city are called says what the city is called; what one is called distinguishes it from the rest. */
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

const citySuggestion = (city: City): Said => ({
  kind: 'city',
  codes: city.airports,
  label: `${city.name}, all airports${city.code === null ? '' : ` (${city.code})`}`,
  detail: sentence([city.airports.join(', '), countryName(city.country)]),
});

type Region = { name: string; airports: string[]; otherNames: readonly string[] };

/** Regions by name, and countries with several big airports, each with those that most travellers use. */
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
    return own.length < LEAST_OF_COUNTRY || taken.has(comparableName(name))
      ? []
      : {
          name,
          otherNames: [],
          airports: own
            .map(([code]) => code)
            .sort((a, b) => busyness(b) - busyness(a))
            .slice(0, MOST_OF_COUNTRY),
        };
  });
  return [...named, ...countries];
}

const regionSuggestion = ({ name, airports }: Region): Said => ({
  kind: 'region',
  codes: airports,
  label: `${name}, ${airports.length} airports`,
  detail: airports.join(', '),
});

/** The whole names that something is known by, and its country's. */
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

/** The best first: what is flown to, by how well it matches, then namesakes by weight; else as the index found them. */
const byMatch = (a: Found, b: Found): number =>
  Number(b.isServed) - Number(a.isServed) ||
  MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
  (a.match === 'whole' ? b.weight - a.weight || Number(b.kind === 'city') - Number(a.kind === 'city') : 0) ||
  (a.match === 'country' ? Number(b.kind === 'region') - Number(a.kind === 'region') : 0);

/**
 * Suggests airports, cities and regions for what a user types: the very code first, then whole names of airports, cities,
 * regions and countries, then what bears some of these words, the big ones first. Airports without scheduled flights come
 * last, whatever their code: "tok" is the beginning of Tokyo to everybody but Torokina.
 */
export function createAirportSuggestions(
  airports: ReadonlyMap<string, Airport>,
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
      // As a country's: what lies in it is offered, never taken unasked.
      names: { own: NO_NAMES, country: [region.name, ...region.otherNames].map(comparableName) },
      suggestion: regionSuggestion(region),
      isServed: true,
    })),
  ];
  const find = createWordIndex(places.map(({ entry }) => entry));
  const byCode = Map.groupBy(places, ({ entry }) => entry.code);
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const exact = code === '' ? [] : (byCode.get(code) ?? []);
    const found = find(text).flatMap(({ place: at, asTyped }): Found[] => {
      const place = places[at];
      return place === undefined || exact.includes(place)
        ? []
        : [
            {
              ...place.suggestion,
              match: matchOf(typed, place.names, asTyped),
              weight: place.entry.weight,
              isServed: place.isServed,
            },
          ];
    });
    const exactly = exact.map(
      ({ suggestion, entry: { weight }, isServed }): Found => ({
        ...suggestion,
        match: 'code',
        weight,
        isServed,
      }),
    );
    return [...exactly, ...found]
      .sort(byMatch)
      .slice(0, limit)
      .map(({ isServed, ...suggestion }) => (isServed ? suggestion : { ...suggestion, match: 'unserved' }));
  };
}
