import { checkAwardSearchRequest, splitCodes } from '#shared/award-search/request.ts';
import { kindOfSource } from '#shared/record-kinds/record-kinds.ts';
import { dayOf } from './day.ts';

type Members = Readonly<Record<string, unknown>>;

/** The members of a request or record that decide which other searches return it. */
export type Wanted = {
  /** null: any. */
  carriers: readonly string[] | null;
  direct: boolean;
  /** The request's dates, `undefined` if absent; null if there is no request. */
  start: unknown;
  end: unknown;
};

/** The airports and days for which a search requests everything that is wanted. */
export type Overlap = {
  origins: readonly string[];
  destinations: readonly string[];
  /** Days since 1970-01-01, both inclusive; null: the same dates as wanted. */
  days: { from: number; until: number } | null;
};

/**
 * Returns the airports and days for which a search requests everything that is wanted in its cabin; null if none. It must
 * not narrow carriers or direct flights further, and must meet §2.1, since an unknown member may narrow anything. The
 * meaning of absent dates is not documented (§4.5), so a search that omits one only overlaps a request that omits the
 * same. `order_by` and `include_trips` only decide the page that a record is on.
 */
export function overlapOf(criteria: Members, wanted: Wanted): Overlap | null {
  const checked = checkedCriteria(criteria);
  if (!checked.ok) return null;
  const { carriers, only_direct_flights: direct, start_date: start, end_date: end } = checked.request;
  if (direct === true && !wanted.direct) return null;
  if (carriers !== undefined && !includesCarriers(splitCodes(carriers), wanted.carriers)) return null;
  const endpoints = {
    origins: splitCodes(checked.request.origin_airport),
    destinations: splitCodes(checked.request.destination_airport),
  };
  if (start === wanted.start && end === wanted.end) return { ...endpoints, days: null };
  if (start === undefined || end === undefined) return null;
  return { ...endpoints, days: { from: dayOf(start), until: dayOf(end) } };
}

/** Validates criteria against §2.1, ignoring the name of the answering source, which does not narrow them. */
export function checkedCriteria({ source, ...criteria }: Members) {
  const isSource = typeof source === 'string' && kindOfSource(source) !== null;
  return checkAwardSearchRequest(source === undefined || isSource ? criteria : { source, ...criteria });
}

const includesCarriers = (requested: readonly string[], wanted: Wanted['carriers']): boolean =>
  wanted !== null && wanted.length > 0 && wanted.every((code) => requested.includes(code));

/** The members of a record that decide which searches return it. `date` is null if invalid. */
export type RecordPlace = { origin: string; destination: string; date: string | null; direct: boolean };

/**
 * Whether a search of the record's cabin must return the record while it exists. False for a search with carriers: how
 * the service matches them with a record's airlines is not documented.
 */
export function mustReturn(criteria: Members, { origin, destination, date, direct }: RecordPlace): boolean {
  const overlap = overlapOf(criteria, { carriers: null, direct, start: null, end: null });
  if (!overlap?.days) return false;
  const day = dayOf(date);
  return (
    overlap.origins.includes(origin) &&
    overlap.destinations.includes(destination) &&
    overlap.days.from <= day &&
    day <= overlap.days.until
  );
}
