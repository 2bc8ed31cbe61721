import type { DemoPosture, OfferedTool } from '../catalogue/tool.ts';
import type { JsonObject } from '../http/json.ts';
import { BASE_PAYMENT, type Listing, listTool } from './tool-listing.ts';

const text = (more: JsonObject = {}): JsonObject => ({ type: 'string', ...more });
const closed = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const answer = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

type Short = Omit<Listing, 'posture' | 'provider'> & { provider: [name: string, slug: string] };
const listed = (posture: DemoPosture, { provider: [name, slug], ...rest }: Short): OfferedTool =>
  listTool({ ...rest, posture, provider: { name, slug } });

/** Listed Tools that cannot be called. */
export const OTHER_TOOLS: readonly OfferedTool[] = [
  listed('setup_required', {
    capabilityId: 'get.skybrief.metar-and-taf',
    title: 'Weather at airports',
    description:
      'Current METAR and TAF of airports, decoded, with wind, visibility, cloud and the trend of the next hours.',
    provider: ['SkyBrief', 'skybrief'],
    units: '800',
    healthStatus: 'operational',
    listingTier: 'listed',
    checkedMinutesAgo: 2,
    healthyMinutesAgo: 2,
    authentication: { kind: 'platform_credential' },
    inputJsonSchema: closed(
      { station: text({ pattern: '^[A-Z]{4}$' }), hours: { type: 'integer', default: 6 } },
      ['station'],
    ),
    outputJsonSchema: answer({ metar: text(), taf: text() }),
  }),
  listed('temporarily_unavailable', {
    capabilityId: 'get.ratemill.v3-latest',
    title: 'Exchange rates',
    description:
      'Reference rates of 34 currencies against one base currency, on any business day since 1999.',
    provider: ['Ratemill', 'ratemill'],
    units: '500',
    healthStatus: 'degraded',
    listingTier: 'reviewed',
    checkedMinutesAgo: 1,
    healthyMinutesAgo: 95,
    payment: BASE_PAYMENT,
    displayPrice: { currency: 'AUD' },
    inputJsonSchema: closed(
      {
        base: text({ enum: ['USD', 'EUR', 'GBP', 'AUD', 'JPY'], default: 'EUR' }),
        on: text({ format: 'date' }),
      },
      ['base'],
    ),
    outputJsonSchema: answer({ base: text(), rates: { type: 'object' } }),
  }),
  listed('inspection_required', {
    capabilityId: 'post.borderpass.entry-rules-check',
    title:
      'Visa and entry rules for a passport, a destination & a stay (<90 days, "visa on arrival" included)',
    description:
      'Which documents a traveller needs, from nationality, destination, purpose and length of stay.',
    provider: ['Borderpass', 'borderpass'],
    units: '150000',
    healthStatus: 'unverified',
    classification: 'personal_data',
    inputJsonSchema: closed(
      {
        nationality: text({ pattern: '^[A-Z]{2}$' }),
        destination: text({ pattern: '^[A-Z]{2}$' }),
        stay: closed(
          { arrival: text({ format: 'date' }), nights: { type: 'integer', minimum: 0, maximum: 365 } },
          ['arrival'],
        ),
        purpose: text({ enum: ['tourism', 'business', 'transit', 'study'] }),
      },
      ['nationality', 'destination', 'stay'],
    ),
    outputJsonSchema: answer({
      visa_required: { type: 'boolean' },
      documents: { type: 'array', items: text() },
    }),
  }),
  listed('under_review', {
    capabilityId: 'get.pointstay.hotel-award-nights',
    title: 'Hotel nights for points',
    description:
      'Standard award nights of hotel programmes around an airport or a city, with points a night and peak dates.',
    provider: ['PointStay', 'pointstay'],
    units: '30000',
    healthStatus: 'operational',
    checkedMinutesAgo: 60,
    healthyMinutesAgo: 60,
    payment: BASE_PAYMENT,
    inputJsonSchema: closed(
      {
        near: text({ minLength: 3 }),
        check_in: text({ format: 'date' }),
        nights: { type: 'integer', minimum: 1, maximum: 14, default: 1 },
        programmes: { type: 'array', items: text({ enum: ['bonvoy', 'honors', 'hyatt', 'ihg', 'accor'] }) },
      },
      ['near', 'check_in'],
    ),
    outputJsonSchema: answer({ hotels: { type: 'array', items: { type: 'object' } } }),
  }),
  listed('temporarily_unavailable', {
    capabilityId: 'get.railmate.night-trains-of-europe-timetables-and-berths-from-any-station-to-any-other',
    title: 'Night trains of Europe',
    description: 'Timetables and berths of night trains between two stations.',
    provider: ['Railmate', 'railmate'],
    units: '1000000',
    healthStatus: 'operational',
    listingTier: 'listed',
    checkedMinutesAgo: 45,
    healthyMinutesAgo: 45,
    payment: BASE_PAYMENT,
    inputJsonSchema: closed({ from: text(), to: text(), on: text({ format: 'date' }) }, ['from', 'to', 'on']),
    outputJsonSchema: answer({ trains: { type: 'array', items: { type: 'object' } } }),
  }),
];
