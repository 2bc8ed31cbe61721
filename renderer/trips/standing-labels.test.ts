import { expect, it } from 'vitest';
import type { ChosenRecord } from '#shared/contract/trips.ts';
import { changesSince } from '#shared/trips/standing.ts';
import { chosenRecord } from '#shared/trips/testing/chosen-record.ts';
import { standingLabel } from './standing-labels.ts';

const chosen = chosenRecord({ miles: 48_000, milesText: '48000', seats: 4 });

function labelNow(change: Partial<ChosenRecord>, seats?: number) {
  const now = { ...chosen, ...change, seenAt: 2000, versionId: 2 };
  const run = { runId: 2, ranAt: 2000, pages: 1, records: 3, exhausted: true };
  const standing = {
    state: 'changed',
    lastSeenAt: 2000,
    run,
    changes: changesSince(chosen, now),
  } as const;
  return standingLabel({ chosen, now, standing }, seats);
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

it('counts the seats for the travellers of the trip', () => {
  const ofWallet = { seatsFor: { travellers: 2, enough: true } };
  expect(labelNow({ miles: 40_000, seats: 4, ...ofWallet }, 4)).toMatchObject({ tone: 'good' });
  expect(labelNow({ miles: 40_000, seats: 4, ...ofWallet }, 5)).toMatchObject({
    short: 'Too few seats',
    why: expect.stringContaining('4 seats for 5'),
    tone: 'bad',
  });
  expect(labelNow({ miles: 40_000, seats: null, ...ofWallet }, 5)).toMatchObject({ tone: 'warn' });
  expect(labelNow({ miles: 40_000, seats: 1, seatsFor: { travellers: 2, enough: false } }, 1).short).not.toBe(
    'Too few seats',
  );
});
