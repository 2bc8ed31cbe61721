import { expect, it } from 'vitest';
import type { Grant } from '#shared/contract/standing-approvals.ts';
import type { WatchedSearch } from '#shared/records/watched-search.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { openWatchStore } from './watch-store.ts';
import { createWatchlist } from './watchlist.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2027, 0, 20);
const INPUT = { origin_airport: 'JFK', destination_airport: 'LHR', end_date: '2027-05-31' };
const CRITERIA = JSON.stringify(INPUT);

const grant: Grant = {
  grantId: 'grant-1',
  state: 'in_force',
  words: '',
  toolRef: 'operation:v1:01',
  toolId: 'tool',
  title: 'JFK to LHR',
  input: INPUT,
  pages: 1,
  everyHours: 24,
  perDay: { currency: 'USD', units: '90000', exponent: 6 },
  until: '2027-12-31',
  spentToday: [],
  spent: [],
  unreadToday: 0,
  unread: 0,
  createdAt: NOW,
  purchaseIds: [],
};

/** A search whose last refresh was so many days ago. */
const requested = (daysAgo: number): WatchedSearch => ({
  searchId: 1,
  title: 'JFK to LHR',
  criteria: CRITERIA,
  runs: 1,
  records: 1,
  offer: 'space',
  cheapest: 1,
  lastRunAt: NOW - daysAgo * DAY_MS,
  lastRunId: 1,
  lastPurchaseId: 'p',
  beforeRunId: null,
  prices: [],
  refreshes: [{ at: NOW - daysAgo * DAY_MS, changed: null }],
  pages: 1,
  full: true,
  request: { toolRef: 'operation:v1:01', provider: '', input: INPUT },
  lastPrice: null,
});

it('permits no refresh where one was under way when it was asked for, though that is settled once the searches are read', async () => {
  let underWay = true;
  let pausedUntil: number | null = null;
  let read: WatchedSearch[] = [requested(30)];
  const storage = emptyDataFile();
  const watchlist = createWatchlist({
    store: openWatchStore(storage),
    publish: () => {},
    clock: () => NOW,
    pageOf: () => null,
    searches: async () => {
      const before = read;
      // It is settled after the file was read and before the answer comes.
      underWay = false;
      return before;
    },
    changes: () => [],
    sinceNotified: () => [],
    criteriaOfSearch: () => null,
    requestOfSearch: () => null,
    runsAfter: () => 0,
    criteriaOf: () => CRITERIA,
    toolFor: () => null,
    grants: () => [grant],
    isUnfinished: () => false,
    pausedUntil: () => pausedUntil,
    openPurchases: () => (underWay ? [{ purchaseId: 'p', toolId: 'tool', input: INPUT, underWay }] : []),
    notifications: 'page',
  });
  expect(await watchlist.permitted()).toEqual([]);
  read = [requested(0)];
  const [next] = await watchlist.permitted();
  expect(next?.dueAt).toBeGreaterThan(NOW);

  // Paused, none is promised before the pause ends.
  read = [requested(30)];
  pausedUntil = NOW + DAY_MS;
  expect((await watchlist.handlers.list(undefined))[0]?.grant?.nextAt).toBe(pausedUntil);
  storage.close();
});
