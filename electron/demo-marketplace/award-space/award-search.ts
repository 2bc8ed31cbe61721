import { setImmediate } from 'node:timers/promises';
import type { AwardSearchRequest } from '#shared/award-search/request.ts';
import { epochDay, epochDayAt, isCalendarDate } from '#shared/dates.ts';
import type { InvalidParam } from '../http/problem.ts';
import { airportIndex } from './airports.ts';
import { type AwardDay, awardDay, HORIZON_DAYS } from './award-day.ts';
import { awardRecord, type DemoAwardRecord } from './award-record.ts';
import { awardTrips, type DemoTrip } from './award-trips.ts';
import { type RouteOffer, routeOffers } from './route-offer.ts';

/** An answer of §2.2. */
export type AwardSearchResponse = {
  count: number;
  cursor: number;
  hasMore: boolean;
  data: AnsweredRecord[];
};

/** With trips if requested: §2.1 promises them, and §2.3 does not show their place. */
type AnsweredRecord = DemoAwardRecord & { AvailabilityTrips?: DemoTrip[] };

/** Defaults that the contract does not show (§4.5); these are this service's own. */
export const DEFAULT_TAKE = 500;
/** Rows that a continued page repeats of the page before it, as the upstream source is known to do. */
const OVERLAP = 5;
/** How many days a cursor stays valid. */
const SNAPSHOT_DAYS = 7;
/** The most routes in one search; a limit of this service, not of the contract. */
const MAX_ROUTES = 200;

const listOf = (codes: string): string[] => [
  ...new Set(
    codes
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== ''),
  ),
];

/** Violations that the schema cannot express; empty if the request is valid. */
export function requestProblems(request: AwardSearchRequest, now: number): InvalidParam[] {
  const found: InvalidParam[] = [];
  const { start_date, end_date, cursor } = request;
  for (const [name, date] of Object.entries({ start_date, end_date }))
    if (date !== undefined && !isCalendarDate(date))
      found.push({ name, reason: 'is not a date of the calendar' });
  if (start_date !== undefined && end_date !== undefined && end_date < start_date)
    found.push({ name: 'end_date', reason: 'is before start_date' });
  if (
    cursor !== undefined &&
    (cursor > now / 1000 + 86_400 || epochDayAt(now) - epochDayAt(cursor * 1000) > SNAPSHOT_DAYS)
  ) {
    found.push({ name: 'cursor', reason: 'is not of a response of the last days' });
  }
  const routes = listOf(request.origin_airport).length * listOf(request.destination_airport).length;
  if (routes > MAX_ROUTES)
    found.push({ name: 'destination_airport', reason: `makes more than ${MAX_ROUTES} routes` });
  return found;
}

/** Cheapest first; unavailable space has no price and comes last. Equal prices keep their order by date. */
const byMileage = (left: AwardDay, right: AwardDay): number =>
  Number(right.available) - Number(left.available) || left.miles - right.miles;

function rowFilter(request: AwardSearchRequest): (found: AwardDay) => boolean {
  const carriers = request.carriers === undefined ? undefined : listOf(request.carriers);
  return (found) =>
    // A request with a cabin lists only available space; without one, past space too.
    (request.cabin === undefined || found.available) &&
    (request.only_direct_flights !== true || found.direct) &&
    (carriers === undefined ||
      carriers.length === 0 ||
      found.airlines.split(', ').some((one) => carriers.includes(one)));
}

/** Every programme's offers on every route of a search, ordered by airport and programme. */
async function offersOf(request: AwardSearchRequest): Promise<RouteOffer[]> {
  const airports = await airportIndex();
  const known = (codes: string) =>
    listOf(codes)
      .sort()
      .map((code) => airports.get(code))
      .filter((airport) => airport !== undefined);
  const destinations = known(request.destination_airport);
  return known(request.origin_airport).flatMap((origin) =>
    destinations.flatMap((destination) =>
      routeOffers(origin, destination, request.cabin ?? 'business', airports),
    ),
  );
}

/** How many days of single offers are computed before yielding, since the demo shares the application's process. */
const OFFER_DAYS_PER_TURN = 20_000;

/** Every row of a search as of one day and step, in the requested order. */
async function allRows(request: AwardSearchRequest, requested: number, step: number): Promise<AwardDay[]> {
  const offers = await offersOf(request);
  const from = Math.max(
    requested,
    request.start_date === undefined ? requested : epochDay(request.start_date),
  );
  const to = Math.min(
    requested + HORIZON_DAYS,
    request.end_date === undefined ? Infinity : epochDay(request.end_date),
  );
  const isWanted = rowFilter(request);
  const rows: AwardDay[] = [];
  let computed = 0;
  for (let day = from; day <= to; day += 1) {
    for (const offer of offers) {
      const found = awardDay(offer, day, requested, step);
      if (found && isWanted(found)) rows.push(found);
    }
    computed += offers.length;
    if (computed >= OFFER_DAYS_PER_TURN) {
      computed = 0;
      await setImmediate();
    }
  }
  return request.order_by === 'lowest_mileage' ? rows.sort(byMileage) : rows;
}

const rowsCache = new Map<string, Promise<AwardDay[]>>();
const MAX_CACHED_SEARCHES = 6;

/** Caches the rows of the last few searches, since paging requests them again. */
function rowsOf(request: AwardSearchRequest, requested: number, step: number): Promise<AwardDay[]> {
  const { cursor: _cursor, skip: _skip, take: _take, include_trips: _trips, ...search } = request;
  const key = JSON.stringify([requested, step, Object.entries(search).sort()]);
  const known = rowsCache.get(key) ?? allRows(request, requested, step);
  rowsCache.delete(key);
  rowsCache.set(key, known);
  const [oldest] = rowsCache.keys();
  if (rowsCache.size > MAX_CACHED_SEARCHES && oldest !== undefined) rowsCache.delete(oldest);
  return known;
}

/** By default, award space changes once a day. */
const DAY_MS = 86_400_000;

/**
 * Answers one page. The cursor is the time of the first page in seconds: pages requested with it show the award space of
 * that time, so that they are consistent, and each repeats the last few rows of the page before.
 * @param stepMs how often award space changes, in milliseconds
 */
export async function searchAwards(
  request: AwardSearchRequest,
  now: number,
  stepMs: number = DAY_MS,
): Promise<AwardSearchResponse> {
  const cursor = request.cursor ?? Math.floor(now / 1000);
  const at = cursor * 1000;
  const rows = await rowsOf(request, epochDayAt(at), Math.floor(at / stepMs));
  const skip = request.skip ?? 0;
  const start = request.cursor === undefined ? skip : Math.max(0, skip - OVERLAP);
  const end = start + (request.take ?? DEFAULT_TAKE);
  const page = rows.slice(start, end);
  const airports = request.include_trips === true ? await airportIndex() : null;
  const data = page.map((found) =>
    airports === null
      ? awardRecord(found)
      : { ...awardRecord(found), AvailabilityTrips: awardTrips(found, airports, at) },
  );
  return { count: data.length, cursor, hasMore: end < rows.length, data };
}
