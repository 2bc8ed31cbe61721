import { expect, it } from 'vitest';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { firstPageOf, pageSteps, partLabel, stoppedTitle } from './batch-labels.ts';

const batch = (part: Partial<Batch>): Batch => ({
  batchId: 'b',
  trip: null,
  state: 'running',
  words: '',
  toolRef: 't',
  title: 'JFK to LHR',
  runId: 1,
  pages: 4,
  bought: 1,
  parts: [],
  ceiling: { currency: 'USD', units: '110000', exponent: 6 },
  spent: [],
  unread: 0,
  pagePrice: null,
  createdAt: 0,
  stopped: null,
  purchaseIds: ['one', 'two'],
  ...part,
});

it('shows the state of each page of an approval: bought, in progress, ahead', () => {
  expect(pageSteps(batch({}), 1).map(({ state }) => state)).toEqual(['bought', 'now', 'ahead', 'ahead']);
  expect(pageSteps(batch({}), 1).map(({ purchaseId }) => purchaseId)).toEqual(['one', 'two', null, null]);
});

it('numbers pages 3 to 8 as 3 to 8, however far either was read', () => {
  const run = ['first', 'second', 'a', 'b', 'c', 'd', 'e', 'f', 'later'].map((purchaseId, at) => ({
    purchaseId,
    at: at - 2,
  }));
  const own = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (let inRun = 2; inRun <= run.length; inRun++)
    for (let bought = 0; bought <= own.length; bought++) {
      const seen = batch({ pages: 6, bought, purchaseIds: own.slice(0, bought), createdAt: -1 });
      const first = firstPageOf(seen, run.slice(0, inRun));
      expect(pageSteps(seen, first).map(({ page }) => page)).toEqual([3, 4, 5, 6, 7, 8]);
    }
});

it('numbers pages as their run does', () => {
  expect(pageSteps(batch({}), 2).map(({ page }) => page)).toEqual([2, 3, 4, 5]);
});

it('shows what was not bought of a stopped one', () => {
  const steps = pageSteps(batch({ state: 'stopped' }), 1);
  expect(steps.map(({ state }) => state)).toEqual(['bought', 'not_bought', 'not_bought', 'not_bought']);
});

it('has a label for each reason to stop, and one for whatever else failed', () => {
  expect(stoppedTitle('ceiling_reached')).toMatch(/ceiling/);
  expect(stoppedTitle('moon_phase')).toBe('Something failed');
});

it.each([
  ['done', 2, null, '2 pages bought'],
  ['done', 0, null, 'not bought'],
  ['ended', 0, null, 'not bought'],
  ['ended', 1, null, '1 page bought, then stopped'],
  ['ended', 0, 'p', 'outcome not settled'],
  ['ahead', 0, null, 'not yet'],
] as const)(
  'says of a search that is %s with %s pages what was bought',
  (state, bought, openPurchase, words) => {
    expect(partLabel({ state, bought, pages: 2, openPurchase })).toBe(words);
  },
);
