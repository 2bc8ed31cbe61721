import { requestProblems, searchAwards } from '../award-space/award-search.ts';
import type { DemoCabin } from '../award-space/route-offer.ts';
import type { OfferedTool } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';
import { BASE_PAYMENT, listTool } from './tool-listing.ts';

const CODES = {
  type: 'array',
  items: { type: 'string', pattern: '^[A-Z]{3}$', examples: ['LHR'] },
  minItems: 1,
  maxItems: 10,
};
const DAY = { type: 'string', format: 'date', examples: ['2027-03-01'] };

const INPUT: JsonObject = {
  type: 'object',
  properties: {
    from: { ...CODES, title: 'From', description: 'Airports to leave from' },
    to: { ...CODES, title: 'To', description: 'Airports to arrive at' },
    class: { type: 'string', enum: ['economy', 'premium', 'business', 'first'], title: 'Class' },
    leave_after: { ...DAY, title: 'Leave after', description: 'First day of departure' },
    leave_before: { ...DAY, title: 'Leave before', description: 'Last day of departure' },
    nonstop: { type: 'boolean', title: 'Nonstop only' },
  },
  required: ['from', 'to'],
  additionalProperties: false,
};

const text = { type: 'string' };
const OUTPUT: JsonObject = {
  type: 'object',
  properties: {
    complete: { type: 'boolean', description: 'Whether these are all offers' },
    offers: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          offer: text,
          programme: text,
          leaves: { ...text, description: 'Day of departure' },
          points: { type: 'integer' },
          seats: { type: ['integer', 'null'] },
          nonstop: { type: 'boolean' },
          carriers: { type: 'array', items: text },
          from: text,
          to: text,
          from_area: text,
          to_area: text,
        },
      },
    },
  },
};

/** The most offers in an answer; it has no further pages. */
const MAX_OFFERS = 400;
/** The programmes that this source covers. */
const PROGRAMMES: ReadonlySet<string> = new Set(['aeroplan', 'united', 'american', 'alaska', 'flyingblue']);

type SeatOffersInput = {
  from: string[];
  to: string[];
  class?: DemoCabin;
  leave_after?: string;
  leave_before?: string;
  nonstop?: boolean;
};

/** Converts a valid input to a request of the award search, which shares its award space. */
function asAwardRequest(input: JsonObject) {
  const { from, to, class: cabin, leave_after, leave_before, nonstop } = input as SeatOffersInput;
  return {
    origin_airport: from.join(','),
    destination_airport: to.join(','),
    ...(cabin !== undefined && { cabin }),
    ...(leave_after !== undefined && { start_date: leave_after }),
    ...(leave_before !== undefined && { end_date: leave_before }),
    ...(nonstop === true && { only_direct_flights: true }),
  };
}

async function seatOffers(input: JsonObject, now: number, stepMs?: number): Promise<unknown> {
  const found = await searchAwards({ ...asAwardRequest(input), take: Number.MAX_SAFE_INTEGER }, now, stepMs);
  const offered = found.data.filter((record) => record.JAvailable && PROGRAMMES.has(record.Source));
  return {
    complete: offered.length <= MAX_OFFERS,
    offers: offered.slice(0, MAX_OFFERS).map((record) => ({
      offer: record.ID.slice(0, 12),
      programme: record.Source,
      leaves: record.Date,
      points: Number(record.JMileageCost),
      seats: record.JRemainingSeats === 0 ? null : record.JRemainingSeats,
      nonstop: record.JDirect,
      carriers: record.JAirlines.split(', '),
      from: record.Route.OriginAirport,
      to: record.Route.DestinationAirport,
      from_area: record.Route.OriginRegion,
      to_area: record.Route.DestinationRegion,
    })),
  };
}

/**
 * A second source of award space, with members, a price and IDs of its own.
 * @param stepMs how often award space changes, in milliseconds; by default, once a day
 */
export const seatOffersTool = (stepMs?: number): OfferedTool =>
  listTool({
    capabilityId: 'get.seatledger.v1-award-offers',
    title: 'Seat offers for points',
    description:
      'Seats that five frequent-flyer programmes offer for points between airports, all in one answer without pages.',
    provider: { name: 'Seat Ledger', slug: 'seatledger' },
    units: '9000',
    posture: 'callable',
    healthStatus: 'operational',
    listingTier: 'listed',
    checkedMinutesAgo: 30,
    healthyMinutesAgo: 30,
    inputJsonSchema: INPUT,
    outputJsonSchema: OUTPUT,
    payment: BASE_PAYMENT,
    check: (input, { now }) => requestProblems(asAwardRequest(input), now),
    run: (input, { now }) => seatOffers(input, now, stepMs),
  });
