import { expect, it } from 'vitest';
import type { Advice } from '../contract/planning.ts';
import { adviceReason, adviceTitle, promiseBasis } from './advice-labels.ts';

const advice = (part: Partial<Advice> = {}): Advice => ({
  kind: 'unread',
  cabin: null,
  space: null,
  leg: 1,
  input: {},
  origins: ['KIX'],
  destinations: ['LHR'],
  from: '2027-03-08',
  until: '2027-03-20',
  pages: 1,
  atLeast: false,
  cost: null,
  days: 13,
  seenAt: null,
  changed: null,
  promise: null,
  ...part,
});
const promise = {
  unit: 'miles',
  expected: 12_000.4,
  atQuarter: 40_000,
  dates: 41,
  basis: 'month' as const,
};

it('names the search, and invents no figure where nothing is known', () => {
  expect(adviceTitle(advice())).toContain('Heathrow');
  expect(adviceReason(advice(), 2)).toBe('13 days never read: nothing known of its prices.');
});

it('says what is saved, for everybody, and from which dates that is counted', () => {
  expect(adviceReason(advice({ promise }), 2)).toBe(
    '13 days never read. If it costs what its cheapest quarter did on 41 dates read before, you save 40,000 miles for 2.',
  );
  expect(promiseBasis(promise, 1)).toBe('Counted from dates of the same month; 12,000 miles on average.');
  const inMoney = { ...promise, unit: 'USD', atQuarter: 600_000_000 };
  expect(adviceReason(advice({ promise: inMoney }), 2)).toContain('you save USD 600.00.');
});

it('promises nothing where the cheapest quarter saves nothing', () => {
  for (const atQuarter of [null, -5, 0])
    expect(adviceReason(advice({ promise: { ...promise, atQuarter } }), 1)).toContain('seldom cheaper');
});

it('names the cabin where a trip accepts several, and how often it had space', () => {
  const business = advice({ cabin: 'business', space: { had: 12, of: 41 } });
  expect(adviceTitle(business)).toMatch(/, business$/u);
  expect(adviceReason(business, 2)).toBe(
    '13 days never read. You prefer business: of 41 dates read before, 12 had space in it.',
  );
});

it('says how many like it changed, between bounds', () => {
  const stale = advice({ kind: 'stale', changed: { least: 11, most: 15, of: 26 } });
  expect(adviceReason(stale, 1)).toContain('Of 26 like it, 11 to 15 changed by that age');
  expect(adviceReason(advice({ kind: 'stale' }), 1)).toContain('is not known');
  expect(adviceReason(advice({ kind: 'neighbour', days: 14 }), 1)).toContain('Would open 14 more days');
});
