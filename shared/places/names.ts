/**
 * Names before codes: what travellers call airports, cities and airlines, for both processes and at once. Codes that are
 * not known stand for themselves. The data is gathered by `electron/places/gather.ts`, which names its sources.
 */
import { listLabel } from '#shared/formats.ts';
import airlines from './airlines.json' with { type: 'json' };
import airports from './airport-names.json' with { type: 'json' };

/**
 * An airport that airlines fly to by a schedule: its code, its city, what it is called alone (its city's name where the
 * city has no other), and further words of its own name. A code of a city as a whole has the city alone.
 */
export type AirportName = readonly [code: string, city: string, label?: string, words?: string];

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

const rows = airports as unknown as readonly AirportName[];
const byCode = once(() => new Map(rows.map((row) => [row[0], row] as const)));
/** How many airports a city has. */
const sizes = once(() => {
  const counts = new Map<string, number>();
  for (const [, city, label] of rows) if (label !== undefined) counts.set(city, (counts.get(city) ?? 0) + 1);
  return counts;
});
const carriers = once(
  () =>
    new Map((airlines as unknown as readonly (readonly [string, string])[]).map((row) => [row[0], row[1]])),
);

/** What an airport is called alone: `Heathrow`, `Berlin`; the code itself where it is not known. */
export const airportLabel = (code: string): string => byCode().get(code)?.[2] ?? cityLabel(code);

/** The city of an airport: `London`; the code itself where it is not known. */
export const cityLabel = (code: string): string => byCode().get(code)?.[1] ?? code;

/** Name and code: `London Heathrow (LHR)`, `Berlin (BER)`; the code alone where it is not known. */
export function airportTitle(code: string): string {
  const row = byCode().get(code);
  if (row === undefined) return code;
  const [, city, label = city] = row;
  const name = label.includes(city) ? label : `${city} ${label}`;
  return name.endsWith(code) ? name : `${name} (${code})`;
}

/** What an airline is called: `Virgin Atlantic`; the code itself where it is not known. */
export const airlineLabel = (code: string): string => carriers().get(code) ?? code;

/** Airlines by name and code: `Virgin Atlantic (VS), KLM (KL)`. @param codes as a record has them, `VS, KL` */
export const airlinesTitle = (codes: string): string =>
  codes
    .split(', ')
    .map((code) => (carriers().has(code) ? `${airlineLabel(code)} (${code})` : code))
    .join(', ');

/** More cities than these are counted. */
const MOST_NAMED = 2;

/**
 * Airports as a traveller calls them together: one by its own name, all of a city by the city's, some of a city by its
 * name with their codes; of many cities the first, and how many more.
 */
export function placesLabel(codes: readonly string[]): string {
  const ofCities = [...Map.groupBy(new Set(codes), cityLabel)].map(([city, airports]) => {
    const [only = ''] = airports;
    if (airports.length === 1) return airportLabel(only);
    return airports.length >= (sizes().get(city) ?? 0) ? city : `${city} (${airports.toSorted().join(', ')})`;
  });
  const [last = ''] = ofCities.slice(-1);
  if (ofCities.length <= 1) return last;
  if (ofCities.length <= MOST_NAMED) return listLabel(ofCities);
  return `${ofCities.slice(0, MOST_NAMED).join(', ')} and ${ofCities.length - MOST_NAMED} more`;
}

/** `Heathrow → Haneda`, as rows and lists name a route. */
export const routeNames = ({ origin, destination }: { origin: string; destination: string }): string =>
  `${airportLabel(origin)} → ${airportLabel(destination)}`;

/** Every airport with all words of its names, and every city's own code; for finding them. */
export const airportWords = (): (readonly [code: string, words: string])[] =>
  rows.map(([code, city, label = '', own = '']) => [code, `${city} ${label} ${own}`] as const);

/** Every airline with its name; for finding them. */
export const airlineNames = (): (readonly [code: string, name: string])[] => [...carriers()];
