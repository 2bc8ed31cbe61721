import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/planning.ts';
import { questionOfSearch } from '#shared/planning/watched-question.ts';
import { openOutbox } from '../channels/outbox.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createTrips } from './trips.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const question = questionOfSearch(
  {
    ...{ origin_airport: 'LHR', destination_airport: 'HND', cabin: 'business' },
    ...{ start_date: '2027-03-01', end_date: '2027-03-10' },
  },
  2,
);
const plan = (milesAll: number, pays: Plan['totals']['pays'] = 'own') =>
  ({ legs: [{ record: { date: '2027-03-03' } }], totals: { milesAll, pays } }) as Plan;

/** A watched trip over a data file, whose best plan and outbox the test decides. */
async function watched() {
  const storage = emptyDataFile();
  const outbox = openOutbox(storage);
  const world = { best: plan(100_000) as Plan | null, fails: false, now: NOW };
  const waiting: (() => void)[] = [];
  const trips = createTrips({
    ...{ storage, publish: () => {}, clock: () => world.now, newId: () => 'tokyo', identity: () => 'demo' },
    recordsToStore: async () => [],
    currentRecords: async () => [],
    bookingsOf: () => [],
    prices: {
      bestPlan: async () => world.best,
      notify: ({ noticeId, ...notice }) => {
        outbox.tell(['system', 'email'], noticeId, { ...notice, away: notice.body }, world.now);
        if (world.fails) throw new Error('The program ends here.');
      },
      after: (_ms, run) => waiting.push(run),
    },
  });
  await trips.handlers.create({ title: 'Tokyo', notes: '', starts: null, ends: null, question });
  await trips.handlers.watch({ tripId: 'tokyo', miles: 100_000 });
  return {
    world,
    trips,
    /** A page arrives, and the plans are counted again. */
    async arrives(best: Plan | null) {
      Object.assign(world, { best, now: world.now + 60_000 });
      trips.recorded();
      for (const run of waiting.splice(0)) run();
      // Nothing of it waits for anything but promises.
      await new Promise((done) => setImmediate(done));
    },
    /** What waits for a channel. */
    messagesOn: (channel: 'system' | 'email') =>
      outbox.claim(channel, randomUUID(), world.now)?.events.map(({ plain }) => plain) ?? [],
  };
}

describe('the price of a watched trip', () => {
  it('is told once on each channel where it changes, with the days, who pays and where it leads', async () => {
    const { arrives, messagesOn } = await watched();
    await arrives(plan(60_000));
    await arrives(plan(60_000));
    const notice = {
      to: '/trips/tokyo',
      title: 'Tokyo',
      body: 'Wed 3 Mar: 60,000 miles for all of you, you can pay it. 40,000 cheaper than before.',
    };
    for (const channel of ['system', 'email'] as const) {
      expect(messagesOn(channel)).toMatchObject([{ ...notice, away: notice.body }]);
      expect(messagesOn(channel)).toEqual([]);
    }
  });

  it('is told where no plan fits any more, and where one fits again', async () => {
    const { arrives, messagesOn } = await watched();
    await arrives(null);
    await arrives(plan(90_000, 'short'));
    expect(messagesOn('email').map((notice) => notice?.body)).toEqual([
      'No plan fits any more: what was seen was removed.',
      'Wed 3 Mar: 90,000 miles for all of you. A plan fits again.',
    ]);
  });

  it('is told with the next page where the program ended before it was noted', async () => {
    const { world, arrives, messagesOn, trips } = await watched();
    world.fails = true;
    await arrives(plan(60_000));
    expect(messagesOn('email')).toEqual([]);
    expect((await trips.handlers.list(undefined))[0]?.watch?.now).toBe(100_000);
    world.fails = false;
    await arrives(plan(60_000));
    expect(messagesOn('email')).toHaveLength(1);
  });

  it('is not told of any more once it is not watched', async () => {
    const { arrives, messagesOn, trips } = await watched();
    await trips.handlers.unwatch({ tripId: 'tokyo' });
    await arrives(plan(60_000));
    expect(messagesOn('system')).toEqual([]);
  });
});
