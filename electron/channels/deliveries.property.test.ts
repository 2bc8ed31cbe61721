import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '#shared/testing/property-runs.ts';
import { provesInTime } from '#shared/testing/proves.ts';
import { emptyDataFile } from '../storage/testing/empty-data-file.ts';
import { createDeliveries } from './deliveries.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import type { Delivery, Send } from './sending.ts';

const START = Date.parse('2027-01-10T00:00:00Z');
const HOUR_MS = 3_600_000;
const CHANNELS = ['system', 'email', 'webhook'] as const;
type Channel = (typeof CHANNELS)[number];

/** What the program does from a start on, until it ends in the middle of its so manieth access to the data file. */
const run = fc.record({
  steps: fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant('event' as const) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 9 * HOUR_MS }) },
    ),
    { minLength: 1, maxLength: 6 },
  ),
  endsAfter: fc.integer({ min: 1, max: 40 }),
  /** Whether the access that it ends in is still made. */
  isMade: fc.boolean(),
});
const answers = fc.infiniteStream(
  fc.constantFrom<'sent' | 'not_taken' | 'unclear' | 'off'>('sent', 'sent', 'not_taken', 'unclear', 'off'),
);

/** A program that tells of events, which can end at any moment and begin again on the same data file. */
function teller(nextAnswer: () => 'sent' | 'not_taken' | 'unclear' | 'off') {
  const storage = emptyDataFile();
  const stored = openOutbox(storage);
  const received = new Map<string, number>();
  let [now, events] = [START, 0];
  const note = (channel: Channel, text: string) => {
    for (const [event] of text.matchAll(/event-\d+\./gu)) {
      const key = `${channel} ${event}`;
      received.set(key, (received.get(key) ?? 0) + 1);
    }
  };

  /** One start of the program; `left`: accesses until it ends, whether the last of them is made. */
  function start(left: number, isMade: boolean) {
    const life = { left, isOver: false };
    const timers: { at: number; run: () => void }[] = [];
    /** From the end on nothing is read or written any more, and what still runs of it reads `nothing`. */
    const accessing = <Value>(make: () => Value, nothing: Value): Value => {
      if (life.isOver) return nothing;
      life.left -= 1;
      if (life.left > 0) return make();
      life.isOver = true;
      if (isMade) make();
      return nothing;
    };
    const outbox = Object.fromEntries(
      Object.entries(stored).map(([name, method]) => [
        name,
        (...given: unknown[]) =>
          accessing(
            () => (method as (...all: unknown[]) => unknown)(...given),
            name === 'waiting' || name === 'breakOff' ? [] : null,
          ),
      ]),
    ) as Outbox;
    const deliveries = createDeliveries({
      outbox,
      clock: () => now,
      after: (ms, timer) => {
        const one = { at: now + ms, run: timer };
        timers.push(one);
        return () => timers.splice(0, timers.length, ...timers.filter((other) => other !== one));
      },
      noticed: () => [],
      isReading: () => false,
      sendOf: async (kind) => {
        const answer = nextAnswer();
        if (answer === 'off') return null;
        const outcome = { kind: answer, words: '' } as Delivery;
        const send: Send = async ({ text }) =>
          accessing(() => {
            if (answer !== 'not_taken') note(kind as Channel, text);
            return outcome;
          }, outcome);
        return send;
      },
      perDay: () => 4,
      notify: ({ body }) => accessing(() => note('system', body), undefined),
      onOutcome: () => {},
    });
    const settled = () => new Promise((done) => setImmediate(done));
    const attempt = async (act: () => void) => {
      act();
      await settled();
    };
    return {
      isOver: () => life.isOver,
      begin: () => attempt(deliveries.begin),
      async tell() {
        await attempt(() => {
          // The one before is noticed again, as after a restart.
          for (const number of [events - 1, events].filter((each) => each >= 0)) {
            const event = `event-${number}.`;
            outbox.tell([...CHANNELS], event, { to: '/', title: 'Trip', body: event, away: event }, now);
          }
          deliveries.plan();
        });
        // What was recorded in the access that it ended in counts too.
        events =
          storage.db.prepare<[], number>('SELECT count(DISTINCT event) FROM notice_outbox').pluck().get() ??
          0;
      },
      async pass(ms: number) {
        const until = now + ms;
        while (!life.isOver) {
          const [next] = timers.toSorted((one, other) => one.at - other.at);
          if (next === undefined || next.at > until) break;
          timers.splice(timers.indexOf(next), 1);
          now = Math.max(now, next.at);
          await attempt(next.run);
        }
        now = until;
      },
    };
  }
  return {
    start,
    received,
    events: () => events,
    states: () =>
      storage.db
        .prepare<[], { channel: Channel; event: string; state: string }>(
          'SELECT channel, event, state FROM notice_outbox',
        )
        .all(),
  };
}

it('tells of each event at most once on each channel, and loses none, whenever the program ends', async () => {
  let [all, cut] = [0, 0];
  await provesInTime(
    0.6,
    [fc.array(run, { minLength: 1, maxLength: 6 }), answers],
    async (runs, outcomes) => {
      const program = teller(() => outcomes.next().value);
      for (const { steps, endsAfter, isMade } of runs) {
        const life = program.start(endsAfter, isMade);
        await life.begin();
        for (const step of steps) {
          if (life.isOver()) break;
          if (step === 'event') await life.tell();
          else await life.pass(step);
        }
      }
      const last = program.start(Number.POSITIVE_INFINITY, true);
      await last.begin();
      for (let hour = 0; hour < 5 * 24; hour++) await last.pass(HOUR_MS);
      const states = program.states();
      expect(states.length).toBe(program.events() * CHANNELS.length);
      for (const { channel, event, state } of states) {
        const times = program.received.get(`${channel} ${event}`) ?? 0;
        expect(times).toBeLessThanOrEqual(1);
        // It arrived, or the data file says that nobody knows, or that it was given up after a day.
        if (times === 0) expect(['unclear', 'given_up']).toContain(state);
        expect(state).not.toBe('waiting');
        all += 1;
        if (state === 'unclear') cut += 1;
      }
      return states.length > 0;
    },
    { numRuns: propertyRuns(150, 3_000) },
  );
  expect(all).toBeGreaterThan(500);
  expect(cut).toBeGreaterThan(20);
});
