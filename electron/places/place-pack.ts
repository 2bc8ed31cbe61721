/** The pack of places in use, and what it says of airports that the gathered list has otherwise. */
import { inUse, pastNote } from '#shared/facts/in-use.ts';
import type { Pack, PackLine } from '#shared/facts/pack.ts';
import places from '#shared/facts/places.json' with { type: 'json' };
import { type Airport, readGatheredAirports } from './airport.ts';

const SHIPPED = places as unknown as Pack<'places'>;

export const placePack = (): Pack<'places'> => inUse(SHIPPED);

/** What an answer that a line shapes says of its date; see `pastNote`. */
export const placeNote = (line: PackLine): string => pastNote(placePack(), line);

export type AirportChange = Pack<'places'>['airports'][number];

const SIZE = { large: 0, medium: 1, small: 2 } as const;

/** A row with what a change says of it; null for an airport of which neither says where it is. */
function changed(row: Airport | undefined, change: AirportChange): Airport | null {
  const [latitude, longitude] = change.at ?? [row?.[4], row?.[5]];
  const country = change.country ?? row?.[3];
  if (latitude === undefined || longitude === undefined || country === undefined) return null;
  const others = [row?.[8] ?? '', ...(change.aka ?? []), change.code_before ?? ''];
  return [
    change.code,
    change.name ?? row?.[1] ?? change.code,
    change.city ?? row?.[2] ?? '',
    country,
    latitude,
    longitude,
    change.size === undefined ? (row?.[6] ?? SIZE.medium) : SIZE[change.size],
    change.scheduled === undefined ? (row?.[7] ?? 1) : Number(change.scheduled),
    others.filter((name) => name !== '').join(', '),
    row?.[9] ?? '',
    change.time_zone ?? row?.[10] ?? '',
    row?.[11] ?? 0,
  ];
}

/** Airports by size, and of a size the busiest first; those of no rank by code. */
export function byBusyness(airports: readonly Airport[]): Airport[] {
  const ranks = new Map(placePack().busiest.codes.map((code, rank) => [code, rank] as const));
  const rankOf = ([code]: Airport) => ranks.get(code) ?? ranks.size;
  return [...airports].sort((a, b) => a[6] - b[6] || rankOf(a) - rankOf(b) || (a[0] < b[0] ? -1 : 1));
}

/** Whether the user's own pack of places is in use. */
export const isOwnPlacePack = (): boolean => placePack() !== SHIPPED;

/** The gathered airports as they are by the pack in use, ordered by code. */
function withChanges(gathered: readonly Airport[]): readonly Airport[] {
  const rows = new Map(gathered.map((row) => [row[0], row] as const));
  for (const change of placePack().airports) {
    const row = rows.get(change.code) ?? rows.get(change.code_before ?? '');
    const next = changed(row, change);
    if (next !== null) rows.set(change.code, next);
  }
  return [...rows.values()].sort((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** Every airport with an IATA code, as the pack in use has it, ordered by code. */
export const readAirports = async (): Promise<readonly Airport[]> =>
  withChanges(await readGatheredAirports());
