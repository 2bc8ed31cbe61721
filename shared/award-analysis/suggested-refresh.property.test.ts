import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../dates.ts';
import { proves } from '../testing/proves.ts';
import { evenChance, REFRESHES_COUNTED, type Refresh, suggestedRefresh } from './suggested-refresh.ts';

const HOUR = 3_600_000;
const [SHORTEST_MS, LONGEST_MS] = [6 * HOUR, 7 * 24 * HOUR];
const TODAY = '2027-03-14';

const refreshes = fc
  .array(fc.record({ after: fc.integer({ min: 0, max: 20 * 24 }), changed: fc.boolean() }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((steps) => {
    let at = Date.UTC(2026, 0, 1);
    return steps.map(({ after, changed }, position): Refresh => {
      at += after * HOUR;
      return { at, changed: position === 0 ? null : changed };
    });
  });
const days = fc.integer({ min: 0, max: 400 });
const question = fc.record({ refreshes, days, length: fc.integer({ min: 0, max: 60 }) }).map((each) => ({
  refreshes: each.refreshes,
  from: addDays(TODAY, each.days),
  until: addDays(TODAY, each.days + each.length),
  today: TODAY,
}));

/** The same, minute by minute: waits until it has changed as likely as not, or until the departure asks for a refresh. */
function referenceWait({ refreshes: all, from }: { refreshes: readonly Refresh[]; from: string }): number {
  let most = 0;
  for (let day = TODAY; day < from && most < LONGEST_MS; day = addDays(day, 1)) most += 2.4 * HOUR;
  most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, most));
  const counted = all.slice(-REFRESHES_COUNTED);
  if (counted.length < 2) return most;
  const spans = counted.length - 1;
  const span = Math.max(1, ((counted.at(-1)?.at ?? 0) - (counted[0]?.at ?? 0)) / spans);
  let quiet = 0;
  for (const refresh of counted.slice(1)) if (!refresh.changed) quiet += 1;
  const still = (quiet + 0.5) / (spans + 0.5); // the chance that nothing changes within one span
  let wait = Math.max(SHORTEST_MS, most / 4);
  while (wait < most && still ** (wait / span) > 0.5) wait += 60_000;
  return Math.min(most, wait);
}

it('is the wait that counting minute by minute gives, between six hours and a week', () => {
  proves(
    0.3,
    [question],
    (question) => {
      const suggested = suggestedRefresh(question);
      if (suggested.kind === 'over') throw new Error('it is not over');
      const { everyMs, at } = suggested;
      expect(Math.abs(everyMs - referenceWait(question))).toBeLessThanOrEqual(60_001);
      expect(everyMs).toBeGreaterThanOrEqual(SHORTEST_MS);
      expect(everyMs).toBeLessThanOrEqual(LONGEST_MS);
      expect(at).toBe((question.refreshes.at(-1)?.at ?? 0) + everyMs);
      expect(Number.isInteger(at)).toBe(true);
      return everyMs > SHORTEST_MS && everyMs < LONGEST_MS;
    },
    { numRuns: 60 },
  );
});

it('expects no change of a search that never changed', () => {
  proves(0.65, [refreshes], (all) => {
    const quiet = all.map((refresh) => ({ ...refresh, changed: refresh.changed === null ? null : false }));
    expect(evenChance(quiet)).toBe(quiet.length < 2 ? null : Number.POSITIVE_INFINITY);
    return quiet.length > 1;
  });
});
