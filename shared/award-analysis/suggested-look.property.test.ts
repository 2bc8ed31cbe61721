import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../calendar-date.ts';
import {
  evenChance,
  LONGEST_MS,
  LOOKS_COUNTED,
  type Look,
  SHORTEST_MS,
  suggestedLook,
} from './suggested-look.ts';

const HOUR = 3_600_000;
const TODAY = '2027-03-14';

const looks = fc
  .array(fc.record({ after: fc.integer({ min: 0, max: 20 * 24 }), changed: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps) => {
    let at = Date.UTC(2026, 0, 1);
    return steps.map(({ after, changed }, position): Look => {
      at += after * HOUR;
      return { at, changed: position === 0 ? null : changed };
    });
  });
const days = fc.integer({ min: 0, max: 400 });
const question = fc.record({ looks, days, length: fc.integer({ min: 0, max: 60 }) }).map((each) => ({
  looks: each.looks,
  from: addDays(TODAY, each.days),
  until: addDays(TODAY, each.days + each.length),
  today: TODAY,
}));
const waitOf = (asked: Parameters<typeof suggestedLook>[0]): number => {
  const suggested = suggestedLook(asked);
  if (suggested.kind === 'over') throw new Error('it is not over');
  return suggested.everyMs;
};

/** The same, minute by minute: waits until it has changed as likely as not, or until the departure asks for a look. */
function slowWait({ looks: all, from }: { looks: readonly Look[]; from: string }): number {
  let most = 0;
  for (let day = TODAY; day < from && most < LONGEST_MS; day = addDays(day, 1)) most += 2.4 * HOUR;
  most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, most));
  const counted = all.slice(-LOOKS_COUNTED);
  if (counted.length < 2) return most;
  const spans = counted.length - 1;
  const span = Math.max(1, ((counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0)) / spans);
  let quiet = 0;
  for (const look of counted.slice(1)) if (!look.changed) quiet += 1;
  const still = (quiet + 0.5) / (spans + 0.5); // the chance that nothing changes within one span
  let wait = Math.max(SHORTEST_MS, most / 4);
  while (wait < most && still ** (wait / span) > 0.5) wait += 60_000;
  return Math.min(most, wait);
}

it('is the wait that counting minute by minute finds', () => {
  fc.assert(
    fc.property(question, (asked) => {
      expect(Math.abs(waitOf(asked) - slowWait(asked))).toBeLessThanOrEqual(60_001);
    }),
    { numRuns: 60 },
  );
});

it('lies between six hours and a week after the last look', () => {
  fc.assert(
    fc.property(question, (asked) => {
      const suggested = suggestedLook(asked);
      if (suggested.kind === 'over') throw new Error('it is not over');
      expect(suggested.everyMs).toBeGreaterThanOrEqual(SHORTEST_MS);
      expect(suggested.everyMs).toBeLessThanOrEqual(LONGEST_MS);
      expect(suggested.at).toBe((asked.looks.at(-1)?.at ?? 0) + suggested.everyMs);
      expect(Number.isInteger(suggested.at)).toBe(true);
    }),
  );
});

it('is never later for a departure that is nearer', () => {
  fc.assert(
    fc.property(question, fc.integer({ min: 0, max: 400 }), (asked, nearer) => {
      const from = addDays(asked.from, -nearer);
      expect(waitOf({ ...asked, from })).toBeLessThanOrEqual(waitOf(asked));
    }),
  );
});

it('is never later for a search that one more look found changed', () => {
  fc.assert(
    fc.property(question, fc.nat(11), (asked, which) => {
      const changed = asked.looks.map((look, position) =>
        position === which && position > 0 ? { ...look, changed: true } : look,
      );
      expect(waitOf({ ...asked, looks: changed })).toBeLessThanOrEqual(waitOf(asked));
    }),
  );
});

it('is over exactly once the last date has passed', () => {
  fc.assert(
    fc.property(looks, fc.integer({ min: -40, max: 40 }), (all, offset) => {
      const until = addDays(TODAY, offset);
      const { kind } = suggestedLook({ looks: all, from: addDays(until, -10), until, today: TODAY });
      expect(kind).toBe(offset < 0 ? 'over' : 'at');
    }),
  );
});

it('expects no change of what never changed', () => {
  fc.assert(
    fc.property(looks, (all) => {
      const quiet = all.map((look) => ({ ...look, changed: look.changed === null ? null : false }));
      expect(evenChance(quiet)).toBe(quiet.length < 2 ? null : Number.POSITIVE_INFINITY);
    }),
  );
});
