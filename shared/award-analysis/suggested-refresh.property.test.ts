import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../dates.ts';
import { proves } from '../testing/proves.ts';
import {
  evenChance,
  LONGEST_MS,
  REFRESHES_COUNTED,
  type Refresh,
  SHORTEST_MS,
  suggestedRefresh,
} from './suggested-refresh.ts';

const HOUR = 3_600_000;
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
const waitOf = (question: Parameters<typeof suggestedRefresh>[0]): number => {
  const suggested = suggestedRefresh(question);
  if (suggested.kind === 'over') throw new Error('it is not over');
  return suggested.everyMs;
};

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

it('is the wait that counting minute by minute gives', () => {
  proves(
    0.7,
    [question],
    (question) => {
      expect(Math.abs(waitOf(question) - referenceWait(question))).toBeLessThanOrEqual(60_001);
      return question.refreshes.length > 1;
    },
    { numRuns: 60 },
  );
});

it('is between six hours and a week after the last refresh', () => {
  proves(0.3, [question], (question) => {
    const suggested = suggestedRefresh(question);
    if (suggested.kind === 'over') throw new Error('it is not over');
    expect(suggested.everyMs).toBeGreaterThanOrEqual(SHORTEST_MS);
    expect(suggested.everyMs).toBeLessThanOrEqual(LONGEST_MS);
    expect(suggested.at).toBe((question.refreshes.at(-1)?.at ?? 0) + suggested.everyMs);
    expect(Number.isInteger(suggested.at)).toBe(true);
    return suggested.everyMs > SHORTEST_MS && suggested.everyMs < LONGEST_MS;
  });
});

it('expects no change of a search that never changed', () => {
  proves(0.65, [refreshes], (all) => {
    const quiet = all.map((refresh) => ({ ...refresh, changed: refresh.changed === null ? null : false }));
    expect(evenChance(quiet)).toBe(quiet.length < 2 ? null : Number.POSITIVE_INFINITY);
    return quiet.length > 1;
  });
});
