import { MATCHES, type Match } from '#shared/contract/places.ts';
import { countryName } from '#shared/formats.ts';
import { type Airport, SIZES } from './airport.ts';
import { type City, citiesOf } from './cities.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';
import { comparableName, createWordIndex, type IndexEntry } from './word-index.ts';

export type AirportSuggestion = {
  kind: 'airport' | 'city';
  /** The codes that choosing it adds. */
  codes: string[];
  label: string;
  detail: string;
  match: Match;
  weight: number;
};

/** What a suggestion says, whatever was typed. */
type Said = Omit<AirportSuggestion, 'match' | 'weight'>;

const SCHEDULED_WEIGHTS: readonly number[] = [4, 2, 1, 0.8]; // by size, as SIZES
const UNSCHEDULED_WEIGHT = 0.2;
/** A city with a code of its own is one that the world flies to. */
const CODED_CITY_WEIGHT = 9;
const CITY_WEIGHT = 4;

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

/** The whole names that something is known by, and its country's. */
type Names = { own: ReadonlySet<string>; country: string };

const namesOf = (country: string, ...own: readonly string[]): Names => ({
  own: new Set(own.map(comparableName).filter((name) => name !== '')),
  country: comparableName(countryName(country)),
});

function matchOf(typed: string, { own, country }: Names, asTyped: boolean): Match {
  if (own.has(typed)) return 'whole';
  if (country === typed) return 'country';
  return asTyped ? 'words' : 'alike';
}

/** The best first: by how well they match, then namesakes by weight; else as the index found them. */
const byMatch = (a: AirportSuggestion, b: AirportSuggestion): number =>
  MATCHES.indexOf(a.match) - MATCHES.indexOf(b.match) ||
  (a.match === 'whole' ? b.weight - a.weight || Number(b.kind === 'city') - Number(a.kind === 'city') : 0);

/**
 * Suggests airports and cities for what a user types: the very code first, then whole names of airports, cities and
 * countries, then airports and cities by the words of these, the big ones first.
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
    })),
    ...cities.map((city) => ({
      entry: cityEntry(city, airports),
      names: namesOf(city.country, city.name, ...city.otherNames),
      suggestion: citySuggestion(city),
    })),
  ];
  const find = createWordIndex(places.map(({ entry }) => entry));
  const byCode = Map.groupBy(places, ({ entry }) => entry.code);
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const typed = comparableName(text);
    const exact = code === '' ? [] : (byCode.get(code) ?? []);
    const found = find(text).flatMap(({ place: at, asTyped }) => {
      const place = places[at];
      return place === undefined || exact.includes(place)
        ? []
        : { ...place.suggestion, match: matchOf(typed, place.names, asTyped), weight: place.entry.weight };
    });
    return [
      ...exact.map(({ suggestion, entry: { weight } }) => ({
        ...suggestion,
        match: 'code' as const,
        weight,
      })),
      ...found.sort(byMatch),
    ].slice(0, limit);
  };
}
