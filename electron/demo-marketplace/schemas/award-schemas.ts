import type { JsonObject } from '../http/json.ts';

const DATE = '^\\d{4}-\\d{2}-\\d{2}$';
const text = { type: 'string' };
const boolean = { type: 'boolean' };

/** The award search request of §2.1. */
export const AWARD_REQUEST_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    origin_airport: {
      type: 'string',
      minLength: 3,
      description: 'A list of airport codes, comma-delimited for several',
    },
    destination_airport: {
      type: 'string',
      minLength: 3,
      description: 'A list of airport codes, comma-delimited for several',
    },
    cabin: { type: 'string', enum: ['economy', 'premium', 'business', 'first'] },
    carriers: { type: 'string', description: 'Comma-delimited carrier codes' },
    start_date: { type: 'string', pattern: DATE, description: 'Earliest departure date' },
    end_date: { type: 'string', pattern: DATE, description: 'Latest departure date' },
    include_trips: { type: 'boolean', description: 'Include trip-level details in cached search results' },
    only_direct_flights: {
      type: 'boolean',
      description: 'Only return results with direct award availability',
    },
    order_by: {
      type: 'string',
      enum: ['lowest_mileage'],
      description: 'Cheapest mileage instead of the default date order',
    },
    cursor: {
      type: 'integer',
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Cursor taken from a previous response',
    },
    skip: {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Number of results to skip',
    },
    take: { type: 'integer', minimum: 10, maximum: 1000, description: 'Number of results to return' },
  },
  required: ['origin_airport', 'destination_airport'],
  additionalProperties: false,
};

const ROUTE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    OriginAirport: text,
    DestinationAirport: text,
    OriginRegion: text,
    DestinationRegion: text,
    Source: text,
  },
  required: ['OriginAirport', 'DestinationAirport', 'OriginRegion', 'DestinationRegion', 'Source'],
  additionalProperties: false,
};

const RECORD_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    ID: { ...text, description: 'Record identifier' },
    Source: { ...text, description: 'Program or source of the record' },
    Date: { ...text, description: 'Departure date' },
    JAvailable: { ...boolean, description: 'Whether award space is available' },
    JMileageCost: { ...text, description: 'Mileage cost' },
    JRemainingSeats: { type: 'number', description: 'Remaining seats' },
    JDirect: { ...boolean, description: 'Whether direct availability exists' },
    JAirlines: { ...text, description: 'Airlines' },
    Route: ROUTE_SCHEMA,
  },
  required: [
    'ID',
    'Source',
    'Date',
    'JAvailable',
    'JMileageCost',
    'JRemainingSeats',
    'JDirect',
    'JAirlines',
    'Route',
  ],
  additionalProperties: false,
};

/** The award search response of §2.2 to §2.4. */
export const AWARD_RESPONSE_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    count: { type: 'number', description: 'Result count' },
    cursor: { type: 'number', description: 'Cursor for a following request' },
    hasMore: { type: 'boolean', description: 'Whether more results exist' },
    data: { type: 'array', items: RECORD_SCHEMA, description: 'The results' },
  },
  required: ['count', 'cursor', 'hasMore', 'data'],
  additionalProperties: false,
};
