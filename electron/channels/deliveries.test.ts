import { expect, it } from 'vitest';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createDeliveries } from './deliveries.ts';
import { openOutbox } from './outbox.ts';

it('looks again where the data file could not be read, and ends nothing by it', async () => {
  const outbox = openOutbox(emptyDataFile());
  const timers: (() => void)[] = [];
  const shown: string[] = [];
  let [isBroken, now] = [false, Date.parse('2027-01-10T00:00:00Z')];
  const deliveries = createDeliveries({
    outbox: {
      ...outbox,
      waiting() {
        if (isBroken) throw new Error('disk I/O error');
        return outbox.waiting();
      },
    },
    clock: () => now,
    after(_ms, run) {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run) >>> 0, 1);
    },
    noticed: () => [],
    isReading: () => false,
    sendOf: async () => null,
    perDay: () => 10,
    notify: ({ title }) => void shown.push(title),
    onOutcome: () => {},
  });
  deliveries.begin();
  const plain = { to: '/', title: 'Charged twice', body: 'USD 0.022', away: 'Look at it.' };
  outbox.tell(['system'], 'charge 1', plain, now);
  isBroken = true;
  expect(() => timers.at(-1)?.()).not.toThrow();
  expect(timers).toHaveLength(1);
  isBroken = false;
  now += 3_600_000;
  timers.at(-1)?.();
  await deliveries.close();
  expect(shown).toEqual(['Charged twice']);
});

it.each([
  [3_600_000, 0, { waiting: 1, givenUp: 0 }],
  [100_000_000_000_000, 0, { waiting: 0, givenUp: 1 }],
  [null, 25 * 3_600_000, { waiting: 0, givenUp: 1 }],
])(
  'gives up a message after a day, or that a channel asks to keep for longer: %d ms after %d',
  async (retryAfterMs, age, counts) => {
    const outbox = openOutbox(emptyDataFile());
    const now = Date.parse('2027-01-10T00:00:00Z');
    const { promise: tried, resolve: onOutcome } = Promise.withResolvers<unknown>();
    const deliveries = createDeliveries({
      outbox,
      clock: () => now,
      after: () => () => {},
      noticed: () => [],
      isReading: () => false,
      sendOf: async () => async () => ({ kind: 'not_taken', words: 'Busy.', retryAfterMs }),
      perDay: () => 10,
      notify: null,
      onOutcome,
    });
    outbox.tell(['webhook'], 'one', { to: '/', title: 'One', body: '', away: '' }, now - age);
    deliveries.begin();
    await tried;
    await deliveries.close();
    expect(outbox.counts('webhook')).toMatchObject(counts);
  },
);
