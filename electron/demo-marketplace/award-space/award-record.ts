import { dateOfEpochDay } from '#shared/dates.ts';
import type { AwardDay } from './award-day.ts';
import { mix } from './random.ts';

/** A row of the answer: exactly the nine members of §2.3 with the five of §2.4. */
export type DemoAwardRecord = {
  ID: string;
  Source: string;
  Date: string;
  JAvailable: boolean;
  JMileageCost: string;
  JRemainingSeats: number;
  JDirect: boolean;
  JAirlines: string;
  Route: {
    OriginAirport: string;
    DestinationAirport: string;
    OriginRegion: string;
    DestinationRegion: string;
    Source: string;
  };
};

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The 27-character ID of one route, date, programme and cabin: always the same. */
function recordId(seed: number, day: number): string {
  let id = '';
  let state = mix(seed, day);
  for (let index = 0; index < 27; index += 1) {
    state = mix(state, index);
    id += DIGITS[state % 62];
  }
  return id;
}

/**
 * The prefix J means business class, but as at the real source the fields describe the requested cabin (business by
 * default).
 */
export function awardRecord(found: AwardDay): DemoAwardRecord {
  const { offer } = found;
  return {
    ID: recordId(offer.seed, found.day),
    Source: offer.programme.source,
    Date: dateOfEpochDay(found.day),
    JAvailable: found.available,
    JMileageCost: String(found.miles),
    JRemainingSeats: found.seats,
    JDirect: found.direct,
    JAirlines: found.airlines,
    Route: {
      OriginAirport: offer.origin.code,
      DestinationAirport: offer.destination.code,
      OriginRegion: offer.origin.region,
      DestinationRegion: offer.destination.region,
      Source: offer.programme.source,
    },
  };
}
