import { z } from 'zod';
import {
  type AwardRecord,
  type AwardRow,
  codeOf,
  compareMembers,
  ownFlag,
  ownMember,
  ownText,
  type RawMembers,
  type RowNames,
  rowOf,
  seatsLeft,
  typeName,
} from '../award-search/answered-row.ts';
import { departureDay } from '../award-search/departure-day.ts';
import {
  CABINS,
  joinCodes,
  type SearchCriteria,
  searchCriteria,
  splitCodes,
} from '../award-search/request.ts';
import type { AwardPage } from '../award-search/response.ts';
import { CALENDAR_DATE_PATTERN } from '../dates.ts';
import { listNamed, type RecordKind } from './record-kind.ts';

const LIST = 'offers';

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

const OFFER_MEMBERS = {
  offer: 'string',
  programme: 'string',
  leaves: 'string',
  points: 'number',
  seats: 'number|null',
  nonstop: 'boolean',
  carriers: 'array',
  from: 'string',
  to: 'string',
  from_area: 'string',
  to_area: 'string',
} as const;

const NAMES: RowNames = {
  id: 'offer',
  date: 'leaves',
  miles: 'points',
  seats: 'seats',
  origin: 'from',
  destination: 'to',
};

function readOffer(raw: unknown, position: number): AwardRow {
  const added: string[] = [];
  const problems: string[] = [];
  const offer = typeName(raw) === 'object' ? (raw as RawMembers) : {};
  if (offer === raw) compareMembers(offer, OFFER_MEMBERS, '', added, problems);
  else problems.push(`the offer is ${typeName(raw)}, not object`);
  const [points, carriers] = [ownMember(offer, 'points'), ownMember(offer, 'carriers')];
  const airlines = Array.isArray(carriers) ? carriers : [];
  if (!airlines.every((code) => typeof code === 'string')) problems.push('carriers holds more than text');
  const [leaves, from, to] = [ownText(offer, 'leaves'), ownText(offer, 'from'), ownText(offer, 'to')];
  const record: AwardRecord = {
    recordId: ownText(offer, 'offer'),
    programme: ownText(offer, 'programme'),
    dateText: leaves,
    date: leaves === null ? null : departureDay(leaves),
    // Every offer is award space: without it there is no offer.
    available: offer === raw ? true : null,
    miles: typeof points === 'number' && Number.isSafeInteger(points) && points > 0 ? points : null,
    milesText: typeof points === 'number' ? String(points) : null,
    ...seatsLeft(ownMember(offer, 'seats')),
    direct: ownFlag(offer, 'nonstop'),
    airlines: airlines.filter((code) => typeof code === 'string' && code !== ''),
    origin: codeOf(from),
    destination: codeOf(to),
    originRegion: ownText(offer, 'from_area'),
    destinationRegion: ownText(offer, 'to_area'),
  };
  return rowOf({ position, raw, record, added, problems }, { origin: from, destination: to }, NAMES);
}

function read(output: unknown): AwardPage {
  const offers = listNamed(output, LIST);
  return {
    count: offers?.length ?? 0,
    // There is no cursor: results that were left out must be requested with other days.
    cursor: null,
    hasMore: typeName(output) !== 'object' || (output as RawMembers).complete !== true,
    isListed: offers !== null,
    rows: (offers ?? []).map(readOffer),
    added: [],
    problems: offers === null ? ['offers is missing'] : [],
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
  list: LIST,
  observed: [],
  read,
} as const satisfies RecordKind;
