import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import type { DigestEntry, Watched } from '#shared/contract/watchlist.ts';
import { NOW } from './records.ts';
import { usd } from './service.ts';

const HOUR = 3_600_000;
const ROUTES = ['BOS, EWR, JFK to CDG, FRA, LHR, NRT', 'SFO to NRT', 'YYZ to MAD', 'LAX to SYD, MEL'];

/** As many watched searches as asked for: due, not due, with permissions, wishes and troubles. */
export const inventWatched = (count: number): Watched[] =>
  Array.from({ length: count }, (_, place) => ({
    searchId: place + 1,
    title: `${ROUTES[place % ROUTES.length]} · business · 2027-02-20 to 2027-05-${String((place % 28) + 1).padStart(2, '0')}`,
    criteria: { origin_airport: 'SFO', destination_airport: 'NRT' },
    runs: place === 2 ? 1 : 3,
    records: 900 - place,
    offer: place === 3 ? 'none' : 'space',
    cheapest: place === 3 ? null : 30_000 + place * 500,
    lastAskedAt: NOW - (place + 1) * 9 * HOUR,
    lastRunId: 12 + place,
    beforeRunId: place === 2 ? null : 11,
    watched: place % 17 !== 16,
    next:
      place === 3
        ? { kind: 'over' }
        : { kind: 'at', at: NOW + (40 - place * 9) * HOUR, everyMs: 40 * HOUR, changes: 2, of: 2 },
    look: {
      toolRef: 'operation:v1:01',
      input: { origin_airport: 'SFO', destination_airport: 'NRT' },
      pages: 1 + (place % 4),
      firstPageOnly: false,
      pagesBefore: 1 + (place % 4),
      full: place % 3 !== 0,
      lastPrice: usd(22_000),
      listedPrice: usd(22_000),
      cost: usd(22_000 * (1 + (place % 4))),
      dataUse: ['origin_airport, destination_airport: to awardatlas, as public data, to execute request'],
    },
    grant:
      place === 1
        ? { grantId: 'grant-1', perDay: usd(100_000), until: '2027-03-01', spentToday: [usd(22_000)] }
        : null,
    trouble:
      place === 1
        ? {
            at: NOW - 2 * HOUR,
            words: 'The service does not have this Tool ready. Nothing was bought.',
            notBefore: NOW + HOUR,
          }
        : null,
    openPurchase: place === 4 ? 'purchase-3' : null,
    rule: place === 0 ? { milesBelow: 70_000, seatsMin: 2, direct: true } : null,
  }));

export const inventDigest = (watched: readonly Watched[]): DigestEntry[] =>
  watched.slice(0, 7).map(({ searchId, title, lastRunId }, place) => ({
    searchId,
    title,
    watched: true,
    at: NOW - (place + 1) * HOUR,
    beforeRunId: 11,
    lastRunId,
    upTo: `purchase-${lastRunId}`,
    looks: place + 1,
    matches:
      place > 0
        ? []
        : [57_500, 64_000].map((miles) => ({
            date: '2027-03-14',
            origin: 'JFK',
            destination: 'LHR',
            programme: 'aeroplan',
            airlines: 'AC',
            miles,
            seats: 2,
            direct: true,
            goneSince: miles === 64_000 ? NOW - HOUR : null,
            now: miles === 57_500 ? { miles: 62_000, seats: 1, direct: true, at: NOW - HOUR } : null,
          })),
    matchCount: place > 0 ? 0 : 2,
  }));

/** Some counts that differ from search to search. */
export function inventChanges(after: number): { counts: Record<Change, number>; records: number } {
  const counts = Object.fromEntries(CHANGES.map((change) => [change, 0])) as Record<Change, number>;
  return { counts: { ...counts, new: after % 9, cheaper: after % 5, gone: after % 3 }, records: 9 };
}
