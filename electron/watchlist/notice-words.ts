import type { WatchMatch } from '#shared/contract/watchlist.ts';

/** Records named in one notification; the digest has all of them. */
const NAMED = 3;

/** `JFK to LHR, 2027-03-14: 57,500 miles, 2 seats, direct (aeroplan)`. */
export function matchWords({
  origin,
  destination,
  date,
  miles,
  seats,
  direct,
  programme,
}: WatchMatch): string {
  const facts = [
    miles === null ? 'miles not told' : `${miles.toLocaleString('en')} miles`,
    ...(seats === null ? [] : [seats === 1 ? '1 seat' : `${seats} seats`]),
    ...(direct ? ['direct'] : []),
  ];
  return `${origin} to ${destination}, ${date}: ${facts.join(', ')} (${programme})`;
}

/** What one notification says of the records that a look found. */
export function noticeWords(title: string, matches: readonly WatchMatch[]): { title: string; body: string } {
  const named = matches.slice(0, NAMED).map(matchWords);
  const more = matches.length - named.length;
  return {
    title: matches.length === 1 ? 'Award space you asked for' : `${matches.length} records you asked for`,
    body: [title, ...named, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
  };
}
