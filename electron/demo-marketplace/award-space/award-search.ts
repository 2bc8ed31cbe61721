import type { InvalidParam } from '../problem.ts';
import { airportIndex } from './airports.ts';
import { type AwardDay, awardDay, HORIZON_DAYS } from './award-day.ts';
import { type AwardRecord, awardRecord } from './award-record.ts';
import { dayAt, dayOf } from './calendar-day.ts';
import { type Cabin, routeOffers } from './route-offer.ts';

/** A request of §2.1, already checked against its schema. */
export type AwardSearchRequest = {
  origin_airport: string;
  destination_airport: string;
  cabin?: Cabin;
  carriers?: string;
  start_date?: string;
  end_date?: string;
  include_trips?: boolean;
  only_direct_flights?: boolean;
  order_by?: 'lowest_mileage';
  cursor?: number;
  skip?: number;
  take?: number;
};

/** An answer of §2.2. */
export type AwardSearchResponse = { count: number; cursor: number; hasMore: boolean; data: AwardRecord[] };

/** Defaults that the contract does not show (§4.5); these are this service's own. */
export const DEFAULT_TAKE = 500;
/** Rows that a continued page repeats of the page before it, as the upstream source is known to do. */
export const OVERLAP = 5;
/** A snapshot is kept for so many days. */
const SNAPSHOT_DAYS = 7;
const MOST_ROUTES = 900;

const listOf = (codes: string): string[] => [
  ...new Set(
    codes
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter((code) => code !== ''),
  ),
];

/** What the schema cannot say about a request; empty where there is nothing to object to. */
export function objections(request: AwardSearchRequest, now: number): InvalidParam[] {
  const found: InvalidParam[] = [];
  const days = [request.start_date, request.end_date].map((date) =>
    date === undefined ? undefined : dayOf(date),
  );
  if (request.start_date !== undefined && days[0] === undefined) {
    found.push({ name: 'start_date', reason: 'is not a date of the calendar' });
  }
  if (request.end_date !== undefined && days[1] === undefined) {
    found.push({ name: 'end_date', reason: 'is not a date of the calendar' });
  }
  if (days[0] !== undefined && days[1] !== undefined && days[1] < days[0]) {
    found.push({ name: 'end_date', reason: 'is before start_date' });
  }
  const { cursor } = request;
  if (
    cursor !== undefined &&
    (cursor > now / 1000 + 86_400 || dayAt(now) - dayAt(cursor * 1000) > SNAPSHOT_DAYS)
  ) {
    found.push({ name: 'cursor', reason: 'is not of a response of the last days' });
  }
  const routes = listOf(request.origin_airport).length * listOf(request.destination_airport).length;
  if (routes > MOST_ROUTES)
    found.push({ name: 'destination_airport', reason: `makes more than ${MOST_ROUTES} routes` });
  return found;
}

const byDate = (left: AwardDay, right: AwardDay): number =>
  left.day - right.day ||
  left.offer.origin.code.localeCompare(right.offer.origin.code) ||
  left.offer.destination.code.localeCompare(right.offer.destination.code) ||
  left.offer.programme.source.localeCompare(right.offer.programme.source);

/** Cheapest first; what is no longer available has no price and comes last. */
const byMileage = (left: AwardDay, right: AwardDay): number =>
  Number(right.available) - Number(left.available) || left.miles - right.miles || byDate(left, right);

function wanted(request: AwardSearchRequest): (found: AwardDay) => boolean {
  const carriers = request.carriers === undefined ? undefined : listOf(request.carriers);
  return (found) =>
    // Asking for a cabin asks for space in it; without one, space that has gone is listed too.
    (request.cabin === undefined || found.available) &&
    (request.only_direct_flights !== true || found.direct) &&
    (carriers === undefined ||
      carriers.length === 0 ||
      found.airlines.split(', ').some((one) => carriers.includes(one)));
}

/** Every row of a search as known on one day of asking, in the order asked for. */
async function allRows(request: AwardSearchRequest, asked: number): Promise<AwardDay[]> {
  const airports = await airportIndex();
  const from = Math.max(asked, (request.start_date && dayOf(request.start_date)) || asked);
  const to = Math.min(asked + HORIZON_DAYS, (request.end_date && dayOf(request.end_date)) || Infinity);
  const keep = wanted(request);
  const rows: AwardDay[] = [];
  for (const originCode of listOf(request.origin_airport)) {
    for (const destinationCode of listOf(request.destination_airport)) {
      const origin = airports.get(originCode);
      const destination = airports.get(destinationCode);
      if (!origin || !destination) continue;
      for (const offer of routeOffers(origin, destination, request.cabin ?? 'business', airports)) {
        for (let day = from; day <= to; day += 1) {
          const found = awardDay(offer, day, asked);
          if (found && keep(found)) rows.push(found);
        }
      }
    }
  }
  return rows.sort(request.order_by === 'lowest_mileage' ? byMileage : byDate);
}

const remembered = new Map<string, Promise<AwardDay[]>>();
const REMEMBERED_SEARCHES = 6;

/** Paging asks for the same rows again: the last few searches are kept. */
function rowsOf(request: AwardSearchRequest, asked: number): Promise<AwardDay[]> {
  const { cursor: _cursor, skip: _skip, take: _take, include_trips: _trips, ...search } = request;
  const key = JSON.stringify([asked, Object.entries(search).sort()]);
  const known = remembered.get(key) ?? allRows(request, asked);
  remembered.delete(key);
  remembered.set(key, known);
  const [oldest] = remembered.keys();
  if (remembered.size > REMEMBERED_SEARCHES && oldest !== undefined) remembered.delete(oldest);
  return known;
}

/**
 * Answers one page. The cursor is the moment of the first page in seconds: pages that carry it see the space as it was
 * known on that day, so that they fit together, and each begins a few rows before where the last one ended.
 */
export async function searchAwards(request: AwardSearchRequest, now: number): Promise<AwardSearchResponse> {
  const cursor = request.cursor ?? Math.floor(now / 1000);
  const rows = await rowsOf(request, dayAt(cursor * 1000));
  const skip = request.skip ?? 0;
  const start = request.cursor === undefined ? skip : Math.max(0, skip - OVERLAP);
  const end = start + (request.take ?? DEFAULT_TAKE);
  const data = rows.slice(start, end).map(awardRecord);
  return { count: data.length, cursor, hasMore: end < rows.length, data };
}
