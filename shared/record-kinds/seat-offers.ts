import { z } from 'zod';
import {
  CABINS,
  joinCodes,
  type SearchCriteria,
  searchCriteria,
  splitCodes,
} from '../award-search/request.ts';
import { type AwardPage, readAwardPage } from '../award-search/response.ts';
import { CALENDAR_DATE_PATTERN } from '../dates.ts';
import { ownEntry } from '../own-entry.ts';
import { listNamed } from './award-search.ts';
import type { RecordKind } from './record-kind.ts';

const CAPABILITY = /^(?:capability:)?get\.([^\s,:@/]+)\.v1-award-offers$/i;

const codes = z.array(z.string().regex(/^[A-Z]{3}$/)).min(1);
const day = z.string().regex(CALENDAR_DATE_PATTERN);
const inputSchema = z.strictObject({
  from: codes,
  to: codes,
  class: z.enum(CABINS).optional(),
  leave_after: day.optional(),
  leave_before: day.optional(),
  nonstop: z.boolean().optional(),
});

/** An offer with the members of a record of §2.3; missing members stay missing. */
const MEMBERS: Readonly<Record<string, string>> = {
  offer: 'ID',
  programme: 'Source',
  leaves: 'Date',
  points: 'JMileageCost',
  seats: 'JRemainingSeats',
  nonstop: 'JDirect',
  carriers: 'JAirlines',
};
const ROUTE_MEMBERS: Readonly<Record<string, string>> = {
  from: 'OriginAirport',
  to: 'DestinationAirport',
  from_area: 'OriginRegion',
  to_area: 'DestinationRegion',
};

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value in the form of §2.3: miles are text, airlines are one text, and a missing seat count is 0. */
function recordValue(name: string, value: unknown): unknown {
  if (name === 'points' && typeof value === 'number') return String(value);
  if (name === 'carriers' && Array.isArray(value)) return value.join(', ');
  if (name === 'seats' && value === null) return 0;
  return value;
}

function asRecord(offer: unknown): unknown {
  if (!isMembers(offer)) return offer;
  // Every offer is award space: without it there is no offer.
  const record: Record<string, unknown> = { JAvailable: true };
  const route: Record<string, unknown> = {};
  if (Object.hasOwn(offer, 'programme')) route.Source = offer.programme;
  for (const [name, value] of Object.entries(offer)) {
    const ofRoute = ownEntry(ROUTE_MEMBERS, name);
    const own = ownEntry(MEMBERS, name);
    if (ofRoute !== undefined) route[ofRoute] = value;
    else record[own ?? name] = recordValue(name, value);
  }
  return { ...record, Route: route };
}

function read(output: unknown): AwardPage {
  const offers = listNamed(output, 'offers');
  const page = readAwardPage({
    count: offers?.length ?? 0,
    cursor: 0,
    hasMore: !isMembers(output) || output.complete !== true,
    data: (offers ?? []).map(asRecord),
  });
  return {
    ...page,
    // There is no cursor: results that were left out must be requested with other days.
    cursor: null,
    problems: offers === null ? [...page.problems, 'offers is missing'] : page.problems,
  };
}

/** Offers of seats for points in one answer without pages, of the Tool `get.<provider>.v1-award-offers`. */
export const seatOffers = {
  id: 'seat_offers',
  source: 'seat_offers',
  name: 'Seat offers',
  provider: (capabilityId) => CAPABILITY.exec(capabilityId)?.[1]?.toLowerCase() ?? null,
  isKnownVersion: () => true,
  request(criteria) {
    const { cabin, start_date: after, end_date: before, only_direct_flights: direct, carriers } = criteria;
    // It does not know airlines.
    if (carriers !== undefined) return null;
    return {
      from: splitCodes(criteria.origin_airport),
      to: splitCodes(criteria.destination_airport),
      ...(cabin !== undefined && { class: cabin }),
      ...(after !== undefined && { leave_after: after }),
      ...(before !== undefined && { leave_before: before }),
      ...(direct === true && { nonstop: true }),
    };
  },
  criteria(input): SearchCriteria | null {
    const parsed = inputSchema.safeParse(input);
    if (!parsed.success) return null;
    const { from, to, class: cabin, leave_after: after, leave_before: before, nonstop } = parsed.data;
    return searchCriteria({
      origin_airport: joinCodes(from),
      destination_airport: joinCodes(to),
      ...(cabin !== undefined && { cabin }),
      ...(after !== undefined && { start_date: after }),
      ...(before !== undefined && { end_date: before }),
      ...(nonstop === true && { only_direct_flights: true }),
    });
  },
  rows: (output) => listNamed(output, 'offers'),
  read,
} as const satisfies RecordKind;
