import { expect, it } from 'vitest';
import { answer, rawRecord } from '#shared/award-search/testing/raw-record.ts';
import type { Scope } from '#shared/contract/awards.ts';
import { createReader } from '../../storage/sql.ts';
import { request, type StoredAwards, storeAwards } from '../testing/stored-awards.ts';
import { coverageOf } from './coverage.ts';

const run = (runId: number): Scope => ({ kind: 'run', runId });

async function changes(stored: StoredAwards, before: Scope, after: Scope) {
  const compared = { before, after, filter: {}, offset: 0, limit: 100 };
  const differences = await stored.awards.handlers.differences(compared);
  const counts = Object.entries(differences.counts).filter(([, count]) => count > 0);
  return { ...Object.fromEntries(counts), proves: differences.after.proves };
}

const three = [1, 2, 3].map((day) => rawRecord(`day-${day}`, { Date: `2027-03-0${day}` }));
const one = three.slice(0, 1);
const two = three.slice(0, 2);
const broken = { ...rawRecord('day-1'), JAvailable: 'yes' };
const byMiles = request({ order_by: 'lowest_mileage' });

it.each<[string, object, ReturnType<typeof request>, object]>([
  ['is complete', answer(one), request(), { removed: 2, proves: { reason: 'exhausted', anything: true } }],
  [
    'has more after its last date',
    answer([...one, rawRecord('other', { Date: '2027-03-03' })], { hasMore: true }),
    request(),
    { removed: 1, notSeenAgain: 1, proves: { reason: 'date_order', until: '2027-03-02' } },
  ],
  [
    'has more in the order of miles',
    answer(one, { hasMore: true }),
    byMiles,
    { notSeenAgain: 2, proves: { reason: 'not_exhausted', anything: false } },
  ],
  ['is out of order', answer(two.toReversed(), { hasMore: true }), request(), { notSeenAgain: 1 }],
  ['skipped', answer(one), request({ skip: 10 }), { notSeenAgain: 2, proves: { reason: 'skipped' } }],
  ['has a row unreadable', answer([broken, ...two.slice(1)]), request(), { removed: 1, notSeenAgain: 1 }],
  [
    'has one without a readable ID',
    answer([{ ...broken, ID: 7 }, ...one]),
    request(),
    { notSeenAgain: 2, proves: { reason: 'unreadable' } },
  ],
])(
  'of three records, a later run of their search that %s proves what it read',
  async (_, later, input, found) => {
    const stored = storeAwards();
    const before = stored.buy(answer(three), { input: { ...input, skip: 0 } }).runId;
    const after = stored.buy(later, { input }).runId;
    expect(await changes(stored, run(before), run(after))).toMatchObject(found);
  },
);

it('another search shows only its own airports and dates, and nothing where it asks for less', async () => {
  const stored = storeAwards();
  const wide = stored.buy(answer(three)).runId;
  const ask = (change: Parameters<typeof request>[0]) =>
    stored.buy(answer(change?.destination_airport === undefined ? one : []), { input: request(change) })
      .runId;
  const dates = ask({ start_date: '2027-03-01', end_date: '2027-03-02' });
  expect(await changes(stored, run(wide), run(dates))).toMatchObject({ removed: 1, notSeenAgain: 1 });
  const dated = { start_date: '2027-03-01', end_date: '2027-03-03' };
  const cut = stored.buy(answer(two, { hasMore: true }), { input: request(dated) }).runId;
  expect((await changes(stored, run(wide), run(cut))).proves).toMatchObject({ until: '2027-03-01' });
  expect(await changes(stored, run(wide), run(ask({ destination_airport: 'CDG' })))).toMatchObject({
    notSeenAgain: 3,
    proves: { reason: 'exhausted' },
  });
  expect(await changes(stored, run(wide), run(ask({ carriers: 'UA' })))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'other_criteria' },
  });
  expect(await changes(stored, run(wide), run(ask({ only_direct_flights: true })))).toMatchObject({
    notSeenAgain: 2,
  });
  // Another cabin is another partition, with different records.
  expect(await changes(stored, run(wide), run(ask({ cabin: 'first' })))).toMatchObject({
    notSeenAgain: 3,
    notSeenBefore: 1,
  });
});

it('a search without dates proves nothing of one with dates, or of routes: what that means is not shown', async () => {
  const stored = storeAwards();
  const dated = { start_date: '2027-03-01', end_date: '2027-03-31' };
  const before = stored.buy(answer(three), { input: request(dated) }).runId;
  for (const dates of [{}, { start_date: '2027-03-01' }, { end_date: '2027-03-31' }]) {
    const after = stored.buy(answer(one), { input: request({ ...dates, include_trips: true }) }).runId;
    expect(await changes(stored, run(before), run(after))).toMatchObject({
      notSeenAgain: 2,
      proves: { reason: 'other_criteria' },
    });
    const matching: Scope = { kind: 'matching', origins: ['JFK'], destinations: [], cabin: 'business' };
    expect(await changes(stored, matching, run(after))).toMatchObject({ notSeenAgain: 2 });
  }
});

it('a search of more carriers proves what one of fewer held', async () => {
  const stored = storeAwards();
  const dated = { start_date: '2027-03-01', end_date: '2027-03-31' };
  const before = stored.buy(answer(three), { input: request({ ...dated, carriers: 'UA' }) }).runId;
  const after = stored.buy(answer(one), { input: request({ ...dated, carriers: 'BA,UA' }) }).runId;
  expect(await changes(stored, run(before), run(after))).toMatchObject({ removed: 2 });
  const wide = stored.buy(answer(three), { input: request({ ...dated, carriers: 'BA,UA' }) }).runId;
  const narrow = stored.buy(answer(one), { input: request({ ...dated, carriers: 'UA' }) }).runId;
  expect(await changes(stored, run(wide), run(narrow))).toMatchObject({ notSeenAgain: 2 });
});

it('of routes a run proves what its own cabin and source held', () => {
  const dated = { start_date: '2027-03-01', end_date: '2027-03-31' };
  const stored = storeAwards();
  stored.buy(answer(three), { input: request(dated) });
  const after = stored.buy(answer(one), { input: request({ ...dated, include_trips: true }) }).runId;
  const reasonFor = (more: Partial<Extract<Scope, { kind: 'matching' }>>) =>
    coverageOf(createReader(stored.storage.db), run(after), {
      kind: 'matching',
      origins: ['JFK'],
      destinations: [],
      ...more,
    }).reason;
  expect(reasonFor({ cabin: 'business' })).toBe('exhausted');
  expect(reasonFor({})).toBe('other_criteria');
  expect(reasonFor({ cabin: 'first' })).toBe('other_criteria');
  const offers = { from: ['JFK'], to: ['LHR'], class: 'business', ...{ leave_after: '2027-03-01' } };
  stored.buy({ complete: true, offers: [] }, { input: { ...offers, leave_before: '2027-03-02' } });
  expect(reasonFor({ cabin: 'business' })).toBe('other_criteria');
  expect(reasonFor({ cabin: 'business', source: '' })).toBe('exhausted');
  expect(reasonFor({ cabin: 'business', source: 'seat_offers' })).toBe('other_criteria');
});

it('a saved search proves what its newest complete run held, else its newest run', () => {
  const stored = storeAwards();
  const reason = () =>
    coverageOf(createReader(stored.storage.db), { kind: 'search', searchId: 1 }, run(1)).reason;
  stored.buy({ ...answer(one), truncated: true });
  expect(reason()).toBe('not_exhausted');
  stored.buy(answer(one), { input: request({ skip: 10 }) });
  expect(reason()).toBe('skipped');
  stored.buy(answer(one));
  stored.buy(answer(one, { hasMore: true }));
  expect(reason()).toBe('exhausted');
});

it('what is stored of many searches shows nothing', async () => {
  const stored = storeAwards();
  const before = stored.buy(answer(two)).runId;
  const matching: Scope = {
    kind: 'matching',
    origins: ['JFK'],
    destinations: [],
    from: '2027-03-01',
    until: '2027-03-01',
  };
  expect(await changes(stored, run(before), matching)).toMatchObject({
    notSeenAgain: 1,
    proves: { reason: 'no_run' },
  });
});
