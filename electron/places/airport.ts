/** Sizes of airports as both data sets name them, biggest first; `other` are heliports, seaplane bases and the like. */
export const SIZES = ['large', 'medium', 'small', 'other'] as const;

/** An airport as airports.json holds it: a row of a table, because ten thousand objects would repeat their names. */
export type Airport = readonly [
  code: string,
  name: string,
  /** Empty where not known. */
  city: string,
  /** ISO 3166-1 alpha-2. */
  country: string,
  latitude: number,
  longitude: number,
  /** Index into `SIZES`. */
  size: number,
  /** 1 where airlines fly there by a schedule. */
  scheduled: number,
  /** What else it or its city is called, separated by commas. */
  otherNames: string,
  /** Two letters: AF, AN, AS, EU, NA, OC or SA; empty where not known. */
  continent: string,
  /** IANA's name of it; empty where not known. */
  timeZone: string,
  /** Length of the longest runway in feet; 0 where not known. */
  runwayFeet: number,
];

/** Every airport with an IATA code, in the order of codes; read at the first use. */
export async function readAirports(): Promise<readonly Airport[]> {
  const { default: rows } = await import('./airports.json', { with: { type: 'json' } });
  return rows as unknown as Airport[];
}
