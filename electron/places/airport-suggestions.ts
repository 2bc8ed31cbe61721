import { type Airport, countryName, SIZES } from './airport.ts';
import { type City, citiesOf } from './cities.ts';
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts';
import { createWordIndex, type Entry } from './word-index.ts';

export type AirportSuggestion = {
  kind: 'airport' | 'city';
  /** The codes that choosing it adds. */
  codes: string[];
  label: string;
  detail: string;
};

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

function airportEntry([code, name, city, country, , , size, scheduled, other]: Airport): Entry {
  const weight = scheduled === 1 ? (SCHEDULED_WEIGHTS[size] ?? 1) * busyness(code) : UNSCHEDULED_WEIGHT;
  return { code, name, city, country: `${countryName(country)} ${country}`, other, weight };
}

function airportSuggestion([code, name, city, country, , , size, scheduled]: Airport): AirportSuggestion {
  const place = [city, countryName(country)].filter((part) => part !== '').join(', ');
  const service =
    scheduled === 1 ? '' : SIZES[size] === 'other' ? 'no scheduled flights' : 'no scheduled flights known';
  return { kind: 'airport', codes: [code], label: `${name} (${code})`, detail: sentence([place, service]) };
}

function cityEntry(city: City, airports: ReadonlyMap<string, Airport>): Entry {
  // A city is found by what its airports' cities are called, too: Narita's traveller looks for Tokyo, and so on.
  const names = city.airports.flatMap((code) => airports.get(code)?.[8] ?? '');
  return {
    code: city.code ?? '',
    name: city.name,
    city: city.name,
    country: `${countryName(city.country)} ${city.country}`,
    other: names.join(' '),
    weight: city.code === null ? CITY_WEIGHT : CODED_CITY_WEIGHT,
  };
}

const citySuggestion = (city: City): AirportSuggestion => ({
  kind: 'city',
  codes: city.airports,
  label: `${city.name}, all airports${city.code === null ? '' : ` (${city.code})`}`,
  detail: sentence([city.airports.join(', '), countryName(city.country)]),
});

/**
 * Suggests airports and cities for what a person types: the very code first, then cities and airports by the words of
 * their names, cities and countries, the big ones first.
 */
export function createAirportSuggestions(
  airports: ReadonlyMap<string, Airport>,
): (text: string, limit: number) => AirportSuggestion[] {
  const cities = citiesOf(airports);
  const byCityCode = new Map(
    cities.flatMap((city) => (city.code === null ? [] : [[city.code, city] as const])),
  );
  const rows = [...airports.values()];
  const find = createWordIndex([
    ...rows.map(airportEntry),
    ...cities.map((city) => cityEntry(city, airports)),
  ]);
  const suggestionAt = (place: number): AirportSuggestion[] => {
    const airport = rows[place];
    if (airport !== undefined) return [airportSuggestion(airport)];
    const city = cities[place - rows.length];
    return city === undefined ? [] : [citySuggestion(city)];
  };
  return (text, limit) => {
    const code = text.trim().toUpperCase();
    const airport = airports.get(code);
    const city = byCityCode.get(code);
    const exact = [
      ...(airport === undefined ? [] : [airportSuggestion(airport)]),
      ...(city === undefined ? [] : [citySuggestion(city)]),
    ];
    const found = find(text)
      .slice(0, limit + exact.length)
      .flatMap(suggestionAt);
    const once = new Map([...exact, ...found].map((suggestion) => [suggestion.label, suggestion]));
    return [...once.values()].slice(0, limit);
  };
}
