import type { ContractHandlers } from '#shared/contract/index.ts';
import { countryName } from '#shared/formats.ts';
import type { GeoPoint, NearAirport } from '#shared/geo-point.ts';
import { airlineOf, everyAirline, numberedAs } from '#shared/places/airlines.ts';
import { cityLabel } from '#shared/places/names.ts';
import { readCityNames, readProvinces, readTowns } from './airport.ts';
import { citiesOf } from './cities.ts';
import { kilometresBetween } from './distance.ts';
import { airportsNear, airportsWithin } from './nearby.ts';
import { placeNote, placePack, readAirports } from './place-pack.ts';

export type Places = {
  handlers: ContractHandlers['places'];
  /** The coordinates of an airport; null for an unknown code. */
  placeOf(code: string): Promise<GeoPoint | null>;
  /** Replaces codes of metropolitan areas by their airports; others are unchanged. */
  airportsOf(codes: readonly string[]): Promise<string[]>;
  /** The airports of the same city and those near it, the airport itself first, then by distance. */
  nearby(code: string): Promise<NearAirport[]>;
  /** What lies near each of some airports, by code; see `airportsWithin`. */
  within(codes: readonly string[], km: number): Promise<Record<string, { code: string; km: number }[]>>;
  /** Great-circle kilometres; null where a code is not known. */
  kilometres(from: string, to: string): Promise<number | null>;
};

/** Makes a value once for the packs in use. */
const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: { packs: readonly unknown[]; value: Promise<Value> } | undefined;
  return () => {
    const packs = [placePack(), everyAirline()];
    if (made === undefined || made.packs.some((pack, place) => pack !== packs[place]))
      made = { packs, value: make() };
    return made.value;
  };
};

const STILL_OPEN = { closed: null, replacedBy: [], note: '' };

/** That what joins a city’s airports is past its date. */
function areaNote(code: string): string {
  const area = placePack().areas.find((each) => each.code === code);
  return area === undefined ? '' : placeNote(area);
}

/** When an airport closed, and where its flights went. */
function closing(code: string): { closed: string | null; replacedBy: string[]; note: string } {
  const change = placePack().airports.find((each) => each.code === code);
  return change === undefined
    ? STILL_OPEN
    : { closed: change.closed ?? null, replacedBy: change.replaced_by ?? [], note: placeNote(change) };
}

/** Local data on airports, cities and carriers, loaded on first use. */
export function createPlaces(): Places {
  const airports = once(async () => new Map((await readAirports()).map((row) => [row[0], row] as const)));
  const everyCity = once(async () => citiesOf(await airports()));
  const cities = once(async () => new Map((await everyCity()).map((city) => [city.code, city] as const)));
  const suggestAirports = once(async () => {
    const { createAirportSuggestions } = await import('./airport-suggestions.ts');
    return createAirportSuggestions(
      await airports(),
      await readCityNames(),
      await readTowns(),
      await readProvinces(),
    );
  });
  const suggestCarriers = once(async () => {
    const { createCarrierSuggestions } = await import('./carriers.ts');
    return createCarrierSuggestions(everyAirline());
  });

  return {
    handlers: {
      suggestAirports: async ({ text, limit }) => (await suggestAirports())(text, limit),
      suggestCarriers: async ({ text, limit }) => (await suggestCarriers())(text, limit),
      carriers: ({ codes }) =>
        codes.map((code) => {
          const line = airlineOf(code.trim().toUpperCase());
          const now = line === undefined ? null : numberedAs(line);
          return { code, name: line?.name ?? '', ended: line?.ended ?? null, now };
        }),
      async airports({ codes }) {
        const known = await airports();
        const areas = await cities();
        return codes.map((typed) => {
          const code = typed.trim().toUpperCase();
          const airport = known.get(code);
          if (airport !== undefined)
            return {
              code,
              known: true,
              name: airport[1],
              // The city that the airport serves, as in names of searches: that of Narita is Tokyo.
              city: airport[7] === 1 ? cityLabel(code) : airport[2],
              country: countryName(airport[3]),
              scheduled: airport[7] === 1,
              ...closing(code),
              airports: [],
            };
          const area = areas.get(code);
          if (area !== undefined)
            return {
              code,
              known: true,
              name: `${area.name}, all airports`,
              city: area.name,
              country: countryName(area.country),
              scheduled: true,
              ...STILL_OPEN,
              airports: area.airports,
              note: areaNote(code),
            };
          const unknown = { name: '', city: '', country: '', scheduled: false, airports: [] };
          return { code, known: false, ...unknown, ...STILL_OPEN };
        });
      },
    },
    async placeOf(code) {
      const airport = (await airports()).get(code);
      return airport === undefined ? null : { latitude: airport[4], longitude: airport[5] };
    },
    async airportsOf(codes) {
      const known = await airports();
      const areas = await cities();
      return codes.flatMap((code) => (known.has(code) ? [code] : (areas.get(code)?.airports ?? [code])));
    },
    nearby: async (code) => airportsNear(code, await airports(), await everyCity()),
    within: async (codes, km) => airportsWithin(codes, km, await airports()),
    async kilometres(from, to) {
      const [one, other] = [(await airports()).get(from), (await airports()).get(to)];
      return one === undefined || other === undefined ? null : kilometresBetween(one, other);
    },
  };
}
