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
];

let countries: Intl.DisplayNames | undefined;

/** The English name of a country, from the runtime's own data, which is read at the first use. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  countries ??= new Intl.DisplayNames(['en'], { type: 'region' });
  return countries.of(code) ?? code;
}
