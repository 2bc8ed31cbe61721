import { EXPECTED_INPUT_SCHEMA } from '#shared/award-search/expected-schema.ts';
import type { JsonObject } from '../http/json.ts';
import { closed, list, text } from './shared-schemas.ts';

const number = { type: 'number' };
const flag = { type: 'boolean' };

/** The award search request of §2.1. */
export const AWARD_REQUEST_SCHEMA: JsonObject = EXPECTED_INPUT_SCHEMA;

/** The award search response of §2.2 to §2.4. */
export const AWARD_RESPONSE_SCHEMA: JsonObject = closed({
  count: number,
  cursor: number,
  hasMore: flag,
  data: list(
    closed({
      ID: text(),
      Source: text(),
      Date: text({ description: 'Departure date' }),
      JAvailable: flag,
      JMileageCost: text(),
      JRemainingSeats: number,
      JDirect: flag,
      JAirlines: text(),
      Route: closed({
        OriginAirport: text(),
        DestinationAirport: text(),
        OriginRegion: text(),
        DestinationRegion: text(),
        Source: text(),
      }),
    }),
  ),
});
