import { expect, it } from 'vitest';
import type { Advice } from '#shared/contract/planning.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { questionOfSearch } from '#shared/planning/watched-question.ts';
import { createPlanning } from './planning.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const search = {
  origin_airport: 'LHR,LGW',
  destination_airport: 'HND',
  cabin: 'business',
  start_date: '2027-03-01',
  end_date: '2027-03-10',
};
const trip = (until = '2027-03-10') => {
  const question = questionOfSearch({ ...search, end_date: until }, 2);
  return question === null ? question : { ...question, window: { from: '2026-01-01', until } };
};
const watched = (searchId: number, part: Partial<Watched> = {}, input: object = {}) =>
  ({
    ...{ searchId, title: `search ${searchId}`, watched: true },
    next: { kind: 'at', at: NOW, everyMs: 1, changes: 0, of: 0 },
    refresh: { input: { ...search, ...input } },
    ...part,
  }) as Watched;

const HND = { code: 'HND', closed: null, replacedBy: [], note: '' };
const closedOn = (code: string, closed: string) => ({ ...HND, code, closed, replacedBy: ['STN'] });

/** Planning over reads that say which question they were given. */
function planningOver(
  trips: { tripId: string; title: string; question: TripQuestion | null }[] = [],
  searches: Watched[] = [],
) {
  const adviceOf = ({ question }: { question: TripQuestion }) =>
    ({ origins: question.legs[0]?.origins, days: question.adults }) as Advice;
  return createPlanning({
    reads: {
      plans: () => Promise.reject(new Error('No plans are wanted.')),
      whatIf: () => Promise.reject(new Error('No what-if is wanted.')),
      advice: (request) => ({
        items: request.closed.length > 0 ? [] : [adviceOf(request), adviceOf(request)],
        settled: null,
      }),
      wholeAdvice: adviceOf,
    },
    identity: () => 'demo',
    today: () => '2026-11-20',
    clock: () => NOW,
    trips: async () => trips,
    searches: async () => searches,
    wallet: async () => ({ today: '2026-11-20', travellers: 3, balances: [], transfers: [] }),
    values: () => ({ currency: 'USD', values: [] }),
    within: async () => ({}),
    airports: async () => [HND, closedOn('LHR', '2026-12-31'), closedOn('LGW', '2027-03-05')],
    kilometres: async () => null,
  });
}

const worthReading = (...of: Parameters<typeof planningOver>) => planningOver(...of).worthReading(undefined);

it('tells of airports that closed before the first day, and what serves their place', async () => {
  const question = questionOfSearch(search, 2);
  if (question === null) throw new Error('The search names its days.');
  const { items, closed } = await planningOver().advice({ question });
  expect(items).toEqual([]);
  expect(closed).toEqual([{ code: 'LHR', last: '2026-12-31', airports: ['STN'], note: '' }]);
});

it('lists what trips and watched searches that are due promise, each by its own travellers', async () => {
  const found = await worthReading([{ tripId: 'tokyo', title: 'Tokyo', question: trip() }], [watched(7)]);
  expect(found).toEqual([
    {
      tripId: 'tokyo',
      searchId: null,
      title: 'Tokyo',
      seats: 2,
      advice: { origins: ['LHR', 'LGW'], days: 2 },
    },
    {
      tripId: 'tokyo',
      searchId: null,
      title: 'Tokyo',
      seats: 2,
      advice: { origins: ['LHR', 'LGW'], days: 2 },
    },
    { tripId: null, searchId: 7, title: 'search 7', seats: 3, advice: { origins: ['LHR', 'LGW'], days: 3 } },
  ]);
});

it('leaves out trips that have passed or have no form, and searches that are not watched or not due', async () => {
  const found = await worthReading(
    [
      { tripId: 'past', title: 'Past', question: trip('2026-02-01') },
      { tripId: 'board', title: 'Board', question: null },
    ],
    [
      watched(1, { watched: false }),
      watched(2, { next: { kind: 'over' } }),
      watched(3, { next: { kind: 'at', at: NOW + 1, everyMs: 1, changes: 0, of: 0 } }),
    ],
  );
  expect(found).toEqual([]);
});

it('counts no promise of a search that no trip can be: of some carriers, or without days', async () => {
  const found = await worthReading(
    [],
    [watched(1, {}, { carriers: 'NH' }), watched(2, {}, { start_date: undefined, end_date: undefined })],
  );
  expect(found.map(({ searchId, advice }) => [searchId, advice])).toEqual([
    [1, null],
    [2, null],
  ]);
});
