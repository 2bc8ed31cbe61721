import { checkAwardSearchRequest, splitCodes } from '#shared/award-search/request.ts';
import { kindOfSource } from '#shared/record-kinds/record-kinds.ts';
import { dayOf } from './day.ts';

type Members = Readonly<Record<string, unknown>>;

/** The part of a request, or of a record, that decides which other searches return it. */
export type Wanted = {
  /** null: any. */
  carriers: readonly string[] | null;
  direct: boolean;
  /** The dates as a request names them, `undefined` where it names none; null where no request has them. */
  start: unknown;
  end: unknown;
};

/** For which airports and days a search requests everything that is wanted. */
export type Overlap = {
  origins: readonly string[];
  destinations: readonly string[];
  /** Days since 1970-01-01, both included; null: the same dates as those that are wanted. */
  days: { from: number; until: number } | null;
};

/**
 * For which airports and days a search requests everything that is wanted of its cabin; null where for none. It may
 * narrow carriers and direct flights no further, and it must meet §2.1: a member that is not known there may narrow
 * anything. What absent dates mean is not shown (§4.5), so a search that leaves one out counts only for what leaves out
 * the same. `order_by` and `include_trips` change which page holds a record, not whether one does.
 */
export function overlapOf(criteria: Members, wanted: Wanted): Overlap | null {
  const checked = checkedCriteria(criteria);
  if (!checked.ok) return null;
  const { carriers, only_direct_flights: direct, start_date: start, end_date: end } = checked.request;
  if (direct === true && !wanted.direct) return null;
  if (carriers !== undefined && !holdsCarriers(splitCodes(carriers), wanted.carriers)) return null;
  const ends = {
    origins: splitCodes(checked.request.origin_airport),
    destinations: splitCodes(checked.request.destination_airport),
  };
  if (start === wanted.start && end === wanted.end) return { ...ends, days: null };
  if (start === undefined || end === undefined) return null;
  return { ...ends, days: { from: dayOf(start), until: dayOf(end) } };
}

/** Criteria held against §2.1, without the name of the source that answers them: it narrows nothing. */
export function checkedCriteria({ source, ...criteria }: Members) {
  const isSource = typeof source === 'string' && kindOfSource(source) !== null;
  return checkAwardSearchRequest(source === undefined || isSource ? criteria : { source, ...criteria });
}

const holdsCarriers = (requested: readonly string[], wanted: Wanted['carriers']): boolean =>
  wanted !== null && wanted.length > 0 && wanted.every((code) => requested.includes(code));

/** A record as far as it decides which searches return it; its date is null where it is no day of the calendar. */
export type Placed = { origin: string; destination: string; date: string | null; direct: boolean };

/**
 * Whether a search of the record's cabin must return the record while it exists. One that names carriers need not: how
 * the service matches them with a record's airlines is not shown.
 */
export function mustReturn(criteria: Members, { origin, destination, date, direct }: Placed): boolean {
  if (date === null) return false;
  const overlap = overlapOf(criteria, { carriers: null, direct, start: null, end: null });
  if (overlap === null || overlap.days === null) return false;
  const day = dayOf(date);
  return (
    overlap.origins.includes(origin) &&
    overlap.destinations.includes(destination) &&
    overlap.days.from <= day &&
    day <= overlap.days.until
  );
}
