/** A watched search as the trip of one flight that it looks for, so that both are valued by one rule. Pure. */
import { type TripQuestion, tripQuestionSchema } from './question.ts';

const codes = (list: unknown): string[] =>
  typeof list === 'string' ? list.split(',').map((code) => code.trim()) : [];

/**
 * Null where it names no days or cabin, or is narrowed to carriers, which no trip is. @param input a request of §2.1
 * @param seats how many travel
 */
export function questionOfSearch(
  input: Readonly<Record<string, unknown>>,
  seats: number,
): TripQuestion | null {
  const { origin_airport: origins, destination_airport: destinations, carriers, cabin } = input;
  const { start_date: from, end_date: until, only_direct_flights: direct } = input;
  if (carriers !== undefined) return null;
  const read = tripQuestionSchema.safeParse({
    adults: seats,
    children: 0,
    legs: [
      {
        origins: codes(origins),
        destinations: codes(destinations),
        nights: null,
        connects: 'hop',
      },
    ],
    returns: false,
    window: { from, until },
    cabins: [cabin],
    stopsMax: direct === true ? 0 : null,
    hopKm: 0,
    owners: null,
    milesMax: null,
    perDayMax: null,
    inAllMax: null,
  });
  return read.success ? read.data : null;
}
