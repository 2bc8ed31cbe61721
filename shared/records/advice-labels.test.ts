import { expect, it } from 'vitest';
import type { Advice } from '../contract/planning.ts';
import { figuresIn } from '../testing/figures-in.ts';
import { adviceReason, adviceTitle, costLabel, promiseBasis } from './advice-labels.ts';

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
  expect(figuresIn(adviceReason(advice(), 2))).toEqual(['13']);
});

it('says what is saved, for everybody, and from which dates that is counted', () => {
  expect(figuresIn(adviceReason(advice({ promise }), 2))).toEqual(['13', '41', '40,000', '2']);
  expect(figuresIn(promiseBasis(promise, 1))).toEqual(['12,000']);
  const inMoney = { ...promise, unit: 'USD', atQuarter: 600_000_000 };
  expect(adviceReason(advice({ promise: inMoney }), 2)).toContain('USD 600.00');
});

it('promises nothing where the cheapest quarter saves nothing', () => {
  for (const atQuarter of [null, -5, 0])
    expect(figuresIn(adviceReason(advice({ promise: { ...promise, atQuarter } }), 1))).not.toContain(
      '40,000',
    );
});

it('names the cabin where a trip accepts several, and how often it had space', () => {
  const business = advice({ cabin: 'business', space: { had: 12, of: 41 } });
  expect(adviceTitle(business)).toMatch(/, business$/u);
  expect(figuresIn(adviceReason(business, 2))).toEqual(['13', '41', '12']);
});

it('says how many like it changed, between bounds', () => {
  const stale = advice({ kind: 'stale', changed: { least: 11, most: 15, of: 26 } });
  expect(figuresIn(adviceReason(stale, 1))).toEqual(expect.arrayContaining(['26', '11', '15']));
  expect(figuresIn(adviceReason(advice({ kind: 'stale' }), 1))).not.toContain('26');
  expect(figuresIn(adviceReason(advice({ kind: 'neighbour', days: 14 }), 1))).toContain('14');
});

it('gives a price for the pages that it buys, never as the most of what has no most', () => {
  const cost = { currency: 'USD', units: '22', exponent: 3 };
  expect(costLabel({ pages: 1, atLeast: false, cost }, null)).toBe('USD 0.022');
  expect(costLabel({ pages: 2, atLeast: false, cost }, null)).toBe('2 pages, at most USD 0.022');
  const begun = costLabel({ pages: 1, atLeast: true, cost }, null);
  expect(begun).toMatch(/^1 page, USD 0\.022, and more/u);
  expect(begun).not.toMatch(/at least|at most/u);
  expect(costLabel({ pages: 2, atLeast: true, cost: null }, cost)).toMatch(
    /^2 pages, USD 0\.022 each, and more/u,
  );
});
