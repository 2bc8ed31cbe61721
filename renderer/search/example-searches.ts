/** Example searches for newcomers. Pure. */
import type { AwardSearchRequest, Cabin } from '#shared/award-search/request.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { monthLabel } from '#shared/formats.ts';
import { monthsFrom, wholeMonth } from './fields/date-ranges.ts';

type Example = { name: string; detail: string; request: AwardSearchRequest };

/** So many months ahead award space is open, and few people have booked. */
const MONTHS_AHEAD = 3;

const ROUTES: readonly (readonly [name: string, origins: string, destinations: string, cabin: Cabin])[] = [
  ['London to Tokyo', 'LHR,LGW', 'HND,NRT', 'business'],
  ['New York to Paris', 'JFK,EWR', 'CDG', 'economy'],
  ['Sydney to Singapore', 'SYD', 'SIN', 'business'],
];

/** Each for an entire month: few enough records for one page. @param today in the user’s own calendar */
export function exampleSearches(today: CalendarDate): Example[] {
  const month = monthsFrom(today, MONTHS_AHEAD + 1).at(-1) ?? today.slice(0, 7);
  const { earliest, latest } = wholeMonth(month);
  return ROUTES.map(([name, origin_airport, destination_airport, cabin]) => ({
    name,
    detail: `${cabin[0]?.toUpperCase()}${cabin.slice(1)}, ${monthLabel(month)}`,
    request: {
      origin_airport,
      destination_airport,
      cabin,
      start_date: earliest,
      end_date: latest,
      take: 1000,
    },
  }));
}
