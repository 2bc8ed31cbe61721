import { routeName } from '../award-search/search-name.ts';
import type { WatchMatch } from '../contract/watchlist.ts';
import { isCalendarDate } from '../dates.ts';
import { formatNumber, travelDate } from '../formats.ts';
import { programmeLabel } from '../places/programmes.ts';

/**
 * A record that matches a user's rule: `JFK to Heathrow, Sun 14 Mar 2027: 57,500 miles, 2 seats, direct, Air Canada
 * Aeroplan`.
 */
export function matchLabel(match: WatchMatch): string {
  const { origin, destination, date, miles, seats, direct, programme } = match;
  const facts = [
    miles === null ? 'miles not given' : `${formatNumber(miles)} miles`,
    // A count that is not given is not known: it does not mean that nothing is left.
    ...(seats === null ? [] : [seats === 1 ? '1 seat' : `${seats} seats`]),
    ...(direct ? ['direct'] : []),
  ];
  return `${routeName([origin], [destination])}, ${isCalendarDate(date) ? travelDate(date) : date}: ${facts.join(', ')}, ${programmeLabel(programme)}`;
}
