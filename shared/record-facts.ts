/** A record as plain facts, for files that other programs read: one fact a member, no words made for people. Pure. */
import type { RecordRow } from './contract/awards.ts';

/** A moment as files tell it: ISO 8601 in UTC. @param at UTC ms */
export const instant = (at: number): string => new Date(at).toISOString();

export type RecordFacts = {
  /** YYYY-MM-DD, or what came instead. */
  date: string;
  origin: string;
  destination: string;
  programme: string;
  awardSpace: boolean;
  /** Whether a search that had it was asked again since and had it no more. */
  gone: boolean;
  /** null where none was asked for. */
  cabinAskedFor: string | null;
  /** Whole miles; null where none can be read: what came instead stands in `milesAsSent`. */
  miles: number | null;
  milesAsSent: string;
  /** null where the count is not given. */
  seats: number | null;
  direct: boolean;
  airlines: string[];
  seenAt: string;
  membersOutsideTheContract: boolean;
};

type Row = Omit<RecordRow, 'versionId' | 'mark'>;

export function recordFacts(row: Row): RecordFacts {
  return {
    date: row.date ?? row.dateText,
    origin: row.origin,
    destination: row.destination,
    programme: row.programme,
    awardSpace: row.available,
    gone: row.gone === true,
    cabinAskedFor: row.cabin,
    miles: row.miles,
    milesAsSent: row.milesText,
    seats: row.seats,
    direct: row.direct,
    airlines: row.airlines === '' ? [] : row.airlines.split(', '),
    seenAt: instant(row.seenAt),
    membersOutsideTheContract: row.flagged,
  };
}

/** A record that says nothing: it has all the names of a record's facts. */
export const NO_RECORD: Row = {
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
