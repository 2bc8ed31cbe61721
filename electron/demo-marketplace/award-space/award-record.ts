import type { AwardDay } from './award-day.ts';
import { dateOfDayNumber } from './calendar-day.ts';
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

/** 27 characters that stay the same for one route, date, programme and cabin, whenever it is asked. */
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
 * The fields' letter J is the source's own for business class; here, as there, the fields speak of the cabin that was
 * asked for (business where none was).
 */
export function awardRecord(found: AwardDay): DemoAwardRecord {
  const { offer } = found;
  return {
    ID: recordId(offer.seed, found.day),
    Source: offer.programme.source,
    Date: dateOfDayNumber(found.day),
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
