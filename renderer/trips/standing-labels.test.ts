import { expect, it } from 'vitest';
import type { ChosenRecord } from '#shared/contract/trips.ts';
import { changesSince } from '#shared/trips/standing.ts';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import { standingLabel } from './standing-labels.ts';

const chosen = chosenRecord({ miles: 48_000, milesText: '48000', seats: 4 });

function labelNow(change: Partial<ChosenRecord>) {
  const now = { ...chosen, ...change, seenAt: 2000, versionId: 2 };
  const run = { runId: 2, ranAt: 2000, pages: 1, records: 3, exhausted: true };
  const standing = {
    state: 'changed',
    lastSeenAt: 2000,
    run,
    changes: changesSince(chosen, now),
  } as const;
  return standingLabel({ chosen, now, standing });
}

it('states the cost and seats of a record, then and now', () => {
  expect(labelNow({ miles: 62_000, seats: 1 })).toMatchObject({
    why: expect.stringContaining('was 48,000 miles, now 62,000'),
    tone: 'warn',
  });
  expect(labelNow({ miles: 40_000 })).toMatchObject({
    why: expect.stringContaining('was 48,000 miles, now 40,000'),
    tone: 'good',
  });
});

it('compares nothing where there is no award space any more', () => {
  expect(labelNow({ available: false, miles: null, seats: null })).toMatchObject({
    why: expect.not.stringContaining('48,000'),
    tone: 'bad',
  });
});
