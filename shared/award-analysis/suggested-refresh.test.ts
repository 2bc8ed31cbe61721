import { expect, it } from 'vitest';
import { REFRESHES_COUNTED, suggestedRefresh } from './suggested-refresh.ts';

const DAY = 86_400_000;
const question = { from: '2027-03-01', until: '2027-03-31', today: '2027-01-01' };

it('says how many of the refreshes that count found a change', () => {
  const refreshes = Array.from({ length: REFRESHES_COUNTED + 3 }, (_, at) => ({
    at: at * DAY,
    // The first of those that count has nothing before it to count against.
    changed: at === 0 ? null : at < 4 || at % 3 === 0,
  }));
  expect(suggestedRefresh({ ...question, refreshes })).toMatchObject({ changes: 2, of: 7 });
  expect(suggestedRefresh({ ...question, refreshes: [] })).toMatchObject({ changes: 0, of: 0 });
});

it('is over after the last day that is searched, and not on it', () => {
  const on = (today: string, until: string | null = question.until) =>
    suggestedRefresh({ ...question, until, today, refreshes: [] }).kind;
  expect([on('2027-03-31'), on('2027-04-01'), on('2027-04-01', null)]).toEqual(['at', 'over', 'at']);
});
