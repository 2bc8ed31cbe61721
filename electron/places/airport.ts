/** Airport sizes as named in both data sets, biggest first; `other`: heliports, seaplane bases and similar. */
export const SIZES = ['large', 'medium', 'small', 'other'] as const;

/** An airport in airports.json, as a tuple to avoid repeating member names ten thousand times. */
export type Airport = readonly [
  code: string,
  name: string,
  /** Empty if unknown. */
  city: string,
  /** ISO 3166-1 alpha-2. */
  country: string,
  latitude: number,
  longitude: number,
  /** Index into `SIZES`. */
  size: number,
  /** 1 if it has scheduled flights. */
  scheduled: number,
  /** Other names of it or its city, separated by commas. */
  otherNames: string,
  /** Two letters: AF, AN, AS, EU, NA, OC or SA; empty if unknown. */
  continent: string,
  /** IANA name; empty if unknown. */
  timeZone: string,
  /** Length of the longest runway in feet; 0 if unknown. */
  runwayFeet: number,
];

/**
 * A city in city-names.json: the codes of its airports, and its names in other languages as `comparableName` makes them,
 * separated by commas.
 */
export type CityNames = readonly [codes: string, names: string];

/** What cities are called in other languages; loaded on first use. */
export async function readCityNames(): Promise<readonly CityNames[]> {
  const { default: rows } = await import('./city-names.json', { with: { type: 'json' } });
  return rows as unknown as CityNames[];
}

/** Every gathered airport with an IATA code, ordered by code; loaded on first use. */
export async function readGatheredAirports(): Promise<readonly Airport[]> {
  const { default: rows } = await import('./airports.json', { with: { type: 'json' } });
  return rows as unknown as Airport[];
}

/** A state, province or prefecture and the airports there, the busiest first, separated by spaces. */
export type Province = readonly [name: string, country: string, codes: string];

/** States and provinces with scheduled flights; loaded on first use. */
export async function readProvinces(): Promise<readonly Province[]> {
  const { default: rows } = await import('./provinces.json', { with: { type: 'json' } });
  return rows as unknown as Province[];
}

/** Towns without an airport of their name, a line each: `plain name;name;country;latitude;longitude`. */
export async function readTowns(): Promise<string> {
  const { default: rows } = await import('./towns.json', { with: { type: 'json' } });
  return `\n${(rows as unknown as string[]).join('\n')}\n`;
}
