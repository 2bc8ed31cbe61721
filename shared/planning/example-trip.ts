import { addDays, type CalendarDate, monthAfter } from '../dates.ts';
import type { TripQuestion } from './question.ts';

/** So many months ahead award space is open, and few people have booked. */
const MONTHS_AHEAD = 3;

/** A first trip to try planning with, in the month that the example searches are for. @param today in the user’s calendar */
export function exampleTrip(today: CalendarDate): { title: string; question: TripQuestion } {
  let month = today.slice(0, 7);
  for (let at = 0; at < MONTHS_AHEAD; at++) month = monthAfter(month);
  const from = `${month}-01`;
  return {
    title: 'Tokyo for two, there and back',
    question: {
      adults: 2,
      children: 0,
      legs: [
        { origins: ['LHR', 'LCY'], destinations: ['HND', 'NRT'], nights: null, connects: 'hop' },
        {
          origins: ['HND', 'NRT'],
          destinations: ['LHR', 'LCY'],
          nights: { min: 10, max: 16 },
          connects: 'hop',
        },
      ],
      returns: true,
      window: { from, until: addDays(from, 13) },
      cabins: ['business'],
      stopsMax: null,
      hopKm: 100,
      owners: null,
      milesMax: null,
      perDayMax: null,
      inAllMax: null,
    },
  };
}
