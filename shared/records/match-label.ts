import type { WatchMatch } from '../contract/watchlist.ts';
import { formatNumber } from '../formats.ts';

/** A record that somebody asked to hear of: `JFK to LHR, 2027-03-14: 57,500 miles, 2 seats, direct (aeroplan)`. */
export function matchLabel(match: WatchMatch): string {
  const { origin, destination, date, miles, seats, direct, programme } = match;
  const facts = [
    miles === null ? 'miles not given' : `${formatNumber(miles)} miles`,
    // A count that is not given is not known: it does not mean that nothing is left.
    ...(seats === null ? [] : [seats === 1 ? '1 seat' : `${seats} seats`]),
    ...(direct ? ['direct'] : []),
  ];
  return `${origin} to ${destination}, ${date}: ${facts.join(', ')} (${programme})`;
}
