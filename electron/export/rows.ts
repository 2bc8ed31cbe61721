/** The rows of each view as they leave: plain members by name, in a fixed order. Pure. */
import type { RecordRow } from '#shared/contract/awards.ts';

/** Data of the service exactly as it came: a value in JSON, its JSON text in a table. */
export type AsItCame = { readonly asItCame: unknown };
export type Cell = string | number | boolean | null | readonly string[] | AsItCame;
export type ExportRow = Readonly<Record<string, Cell>>;

export const instant = (at: number): string => new Date(at).toISOString();

/** Which members a column of the table stands for; the date is always there. */
const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  route: ['origin', 'destination'],
  programme: ['programme'],
  available: ['awardSpace'],
  cabin: ['cabinAskedFor'],
  miles: ['miles', 'milesAsSent'],
  seats: ['seats'],
  direct: ['direct'],
  airlines: ['airlines'],
  seen: ['seenAt', 'membersOutsideTheContract'],
  marks: ['starred', 'tags', 'note'],
};

/**
 * A record as a row. `seats` is null where the count is not given, `miles` where none can be read; what came instead
 * stands in `milesAsSent`.
 */
export function recordRow(row: RecordRow, hidden: readonly string[]): ExportRow {
  const left = new Set(hidden.flatMap((column) => MEMBERS[column] ?? []));
  const all: ExportRow = {
    date: row.date ?? row.dateText,
    origin: row.origin,
    destination: row.destination,
    programme: row.programme,
    awardSpace: row.available,
    cabinAskedFor: row.cabin,
    miles: row.miles,
    milesAsSent: row.milesText,
    seats: row.seats,
    direct: row.direct,
    airlines: row.airlines === '' ? [] : row.airlines.split(', '),
    seenAt: instant(row.seenAt),
    membersOutsideTheContract: row.flagged,
    starred: row.mark?.starred ?? false,
    tags: row.mark?.tags ?? [],
    note: row.mark?.note ?? '',
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !left.has(name)));
}

/** The names of a view's members, so that a table without rows still has its heading. */
export const recordMembers = (hidden: readonly string[]): string[] =>
  Object.keys(recordRow(NO_RECORD, hidden));

const NO_RECORD: RecordRow = {
  versionId: 0,
  date: null,
  dateText: '',
  origin: '',
  destination: '',
  programme: '',
  available: false,
  miles: null,
  milesText: '',
  seats: null,
  direct: false,
  airlines: '',
  cabin: null,
  seenAt: 0,
  flagged: false,
};
