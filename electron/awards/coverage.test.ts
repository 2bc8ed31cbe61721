import { expect, it } from 'vitest';
import type { Scope } from '#shared/contract/awards.ts';
import { answer, type KeptAwards, keepAwards, rawRecord, request } from './testing/kept-awards.ts';

const run = (runId: number): Scope => ({ kind: 'run', runId });

async function changes(kept: KeptAwards, before: Scope, after: Scope) {
  const told = await kept.awards.handlers.differences({ before, after, filter: {}, offset: 0, limit: 100 });
  const counts = Object.entries(told.counts).filter(([, count]) => count > 0);
  return { ...Object.fromEntries(counts), proves: told.after.proves };
}

const three = [1, 2, 3].map((day) => rawRecord(`day-${day}`, { Date: `2027-03-0${day}` }));
const one = three.slice(0, 1);
const two = three.slice(0, 2);

it('a record is gone where a later asking was read to its end without it', async () => {
  const kept = keepAwards();
  const before = kept.buy(answer(three)).runId;
  const after = kept.buy(answer(one)).runId;
  expect(await changes(kept, run(before), run(after))).toMatchObject({
    gone: 2,
    proves: { reason: 'exhausted', anything: true },
  });
});

it('an asking that was not read to its end shows only what lies before its last date', async () => {
  const kept = keepAwards();
  const before = kept.buy(answer([rawRecord('other', { Date: '2027-03-01' }), ...three])).runId;
  const after = kept.buy(answer(two, { hasMore: true })).runId;
  expect(await changes(kept, run(before), run(after))).toMatchObject({
    gone: 1,
    notSeenAgain: 1,
    proves: { reason: 'date_order', until: '2027-03-01' },
  });
});

it('an asking by lowest miles, one out of order, and one that skipped results show nothing', async () => {
  const kept = keepAwards();
  const cheapest = request({ order_by: 'lowest_mileage' });
  const before = kept.buy(answer(three), { input: cheapest }).runId;
  const after = kept.buy(answer(one, { hasMore: true }), { input: cheapest }).runId;
  expect(await changes(kept, run(before), run(after))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'not_exhausted', anything: false },
  });
  const whole = kept.buy(answer(three)).runId;
  const jumbled = kept.buy(answer(two.toReversed(), { hasMore: true })).runId;
  expect(await changes(kept, run(whole), run(jumbled))).toMatchObject({ notSeenAgain: 1 });
  const skipping = kept.buy(answer(one), { input: request({ skip: 10 }) }).runId;
  expect(await changes(kept, run(whole), run(skipping))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'skipped' },
  });
});

it('a record that came back unreadable is not gone', async () => {
  const kept = keepAwards();
  const before = kept.buy(answer(two)).runId;
  const broken = { ...rawRecord('day-1'), JAvailable: 'yes' };
  const after = kept.buy(answer([broken])).runId;
  expect(await changes(kept, run(before), run(after))).toMatchObject({ gone: 1, notSeenAgain: 1 });
  const nameless = kept.buy(answer([{ ...broken, ID: 7 }])).runId;
  expect(await changes(kept, run(before), run(nameless))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'unreadable' },
  });
});

it('another search shows only its own airports and dates, and nothing where it asks for less', async () => {
  const kept = keepAwards();
  const wide = kept.buy(answer(three)).runId;
  const ask = (change: Parameters<typeof request>[0]) =>
    kept.buy(answer(one), { input: request(change) }).runId;
  const dates = ask({ start_date: '2027-03-01', end_date: '2027-03-02' });
  expect(await changes(kept, run(wide), run(dates))).toMatchObject({ gone: 1, notSeenAgain: 1 });
  expect(await changes(kept, run(wide), run(ask({ destination_airport: 'CDG' })))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'exhausted' },
  });
  expect(await changes(kept, run(wide), run(ask({ carriers: 'UA' })))).toMatchObject({
    notSeenAgain: 2,
    proves: { reason: 'other_criteria' },
  });
  expect(await changes(kept, run(wide), run(ask({ only_direct_flights: true })))).toMatchObject({
    notSeenAgain: 2,
  });
  // Another cabin is another shelf: none of its records is the same.
  expect(await changes(kept, run(wide), run(ask({ cabin: 'first' })))).toMatchObject({
    notSeenAgain: 3,
    notSeenBefore: 1,
  });
});

it('what is kept of many searches shows nothing', async () => {
  const kept = keepAwards();
  const before = kept.buy(answer(two)).runId;
  const matching: Scope = {
    kind: 'matching',
    origins: ['JFK'],
    destinations: [],
    from: '2027-03-01',
    until: '2027-03-01',
  };
  expect(await changes(kept, run(before), matching)).toMatchObject({
    notSeenAgain: 1,
    proves: { reason: 'no_asking' },
  });
});
