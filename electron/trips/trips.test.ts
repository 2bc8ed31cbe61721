import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Plan } from '#shared/contract/planning.ts';
import { type ChosenRecord, type Trip, tripFileSchema } from '#shared/contract/trips.ts';
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
  const ids = ['tokyo'];
  const newId = () => ids.pop() ?? randomUUID();
  const trips = createTrips({
    ...{ storage, publish: () => {}, clock: () => world.now, newId, identity: () => 'demo' },
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
      expect.any(String),
      expect.stringMatching(/3 Mar: 90,000/u),
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

describe('a trip as a file', () => {
  const chosen = {
    date: '2027-03-03',
    origin: 'LHR',
    destination: 'HND',
    programme: 'united',
  } as ChosenRecord;
  const given = {
    flights: [{ cabin: 'business', recordKey: 'id:7', chosen }],
    links: [{ url: 'https://example.org/hotel', text: 'Hotel' }],
  };
  const secrets = ['Kim must not know', 'Ask Ben', 'Ana'];

  /** A trip with a board and everything that is private. */
  async function filled(trips: Awaited<ReturnType<typeof watched>>['trips']): Promise<Trip> {
    const private_ = question && {
      ...question,
      owners: ['Ana'],
      perDayMax: { currency: 'USD', units: '30', exponent: 2 },
    };
    const trip = await trips.handlers.create({
      ...{ title: 'Osaka', notes: 'Kim must not know', starts: null, ends: null, question: private_ },
      board: given,
    });
    await trips.handlers.addNote({ tripId: trip.tripId, text: 'Ask Ben' });
    return trip;
  }

  it('holds what is wanted, kept flights and links, and nothing private', async () => {
    const { trips } = await watched();
    const { tripId } = await filled(trips);
    const file = await trips.handlers.file({ tripId });
    expect(file).toMatchObject({ milepost: 'trip', version: 1, title: 'Osaka', ...given });
    expect(file.question).toEqual({ ...question, owners: null, perDayMax: null, inAllMax: null });
    for (const secret of [...secrets, 'perDayMax":{', 'http://marketplace'])
      expect(JSON.stringify(file)).not.toContain(secret);
  });

  it('comes back with its board, under a name of its own', async () => {
    const { trips } = await watched();
    const { tripId } = await filled(trips);
    const {
      milepost: _kind,
      version: _version,
      flights,
      links,
      ...text
    } = await trips.handlers.file({ tripId });
    const again = await trips.handlers.create({ ...text, notes: '', board: { flights, links } });
    expect(again.tripId).not.toBe(tripId);
    expect(again).toMatchObject({ records: 1, links: 1, notesOnBoard: 0, notes: '' });
    const { items } = await trips.handlers.show({ tripId: again.tripId });
    expect(items).toMatchObject([
      { kind: 'record', chosen },
      { kind: 'link', ...given.links[0] },
    ]);
  });

  it('is refused where it is of a newer version, or a link leads elsewhere than to the web', async () => {
    const { trips } = await watched();
    const { tripId } = await filled(trips);
    const file = { ...(await trips.handlers.file({ tripId })), flights: [] };
    expect(tripFileSchema.safeParse(file).success).toBe(true);
    expect(tripFileSchema.safeParse({ ...file, version: 2 }).success).toBe(false);
    const bad = { ...file, links: [{ url: 'javascript:alert(1)', text: '' }] };
    expect(tripFileSchema.safeParse(bad).success).toBe(false);
  });
});

describe('the list of trips', () => {
  it('begins with the trip stored last, of several within one millisecond too', async () => {
    const { trips } = await watched();
    const titles = Array.from({ length: 12 }, (_, i) => `Trip ${i}`);
    for (const title of titles)
      await trips.handlers.create({ title, notes: '', starts: null, ends: null, question: null });
    const listed = await trips.handlers.list(undefined);
    expect(listed.slice(0, titles.length).map(({ title }) => title)).toEqual(titles.toReversed());
  });
});
