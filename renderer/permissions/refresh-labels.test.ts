import { expect, it } from 'vitest';
import type { Watched } from '#shared/contract/watchlist.ts';
import { grantableOf, nextRefreshLabel, refreshOf, ruleLabel, whyThenLines } from './refresh-labels.ts';

const HOUR = 3_600_000;
const price = { currency: 'USD', units: '22000', exponent: 6 };
const watched = (part: Partial<Watched>, refresh: Partial<Watched['refresh']> = {}): Watched => ({
  searchId: 1,
  title: 'JFK to LHR',
  criteria: {},
  runs: 3,
  records: 9,
  offer: 'none',
  cheapest: null,
  lastRunAt: 0,
  lastRunId: 3,
  beforeRunId: 2,
  prices: [],
  watched: true,
  next: { kind: 'at', at: 10 * HOUR, everyMs: 10 * HOUR, changes: 1, of: 2 },
  grant: null,
  trouble: null,
  openPurchase: null,
  rule: null,
  ...part,
  refresh: {
    toolRef: 'tool',
    input: {},
    pages: 3,
    firstPageOnly: false,
    pagesBefore: 3,
    full: true,
    lastPrice: price,
    listedPrice: null,
    cost: { ...price, units: '66000' },
    dataUse: [],
    ...refresh,
  },
});

it('states when the next refresh is due, or that there is none', () => {
  expect(nextRefreshLabel(watched({}), 7 * HOUR)).toBe('in 3 h');
  expect(nextRefreshLabel(watched({}), 12 * HOUR)).toBe('due for 2 h');
  expect(nextRefreshLabel(watched({ next: { kind: 'over' } }), 0)).toBe('departed');
  expect(whyThenLines(watched({}))).toEqual(['every 10 h', '1 of 2 changed']);
});

it('suggests whole days from two days on, whole hours below, and nothing of what has departed', () => {
  const suggested = (everyMs: number) =>
    grantableOf(watched({ next: { kind: 'at', at: 0, everyMs, changes: 1, of: 2 } }))?.suggestedHours;
  expect([6.3 * 24, 47, 20.4, 0.2].map((hours) => suggested(hours * HOUR))).toEqual([144, 47, 20, 1]);
  expect(grantableOf(watched({ next: { kind: 'over' } }))?.suggestedHours).toBeNull();
});

it('lists all conditions of a rule', () => {
  expect(ruleLabel({ milesBelow: 70_000, seatsMin: 2, direct: true, cheapestPercent: 10 })).toBe(
    'fewer than 70,000 miles, 2 seats or more, direct, among the cheapest 10%',
  );
});

it('leaves out what cannot be bought now, and states why', () => {
  const { searches, leftOut } = refreshOf([
    watched({}),
    watched({ title: 'past', next: { kind: 'over' } }),
    watched({ title: 'open', openPurchase: 'p' }),
    watched({ title: 'no tool' }, { toolRef: null }),
  ]);
  expect(searches.map(({ title }) => title)).toEqual(['JFK to LHR']);
  expect(leftOut.map(({ title }) => title)).toEqual(['past', 'open', 'no tool']);
});

it('leaves out what no Call may cost under the limits, in its own currency, where they count', () => {
  const limits = (perCall: string, currency = 'USD') => {
    const amount = { currency, units: perCall, exponent: 6 };
    return { perCall: amount, perDay: amount, perMonth: amount };
  };
  const euro = { currency: 'EUR', units: '9000', exponent: 6 };
  const searches = [watched({}), watched({ title: 'in euros' }, { listedPrice: euro })];
  expect(refreshOf(searches).leftOut).toEqual([]);
  expect(refreshOf(searches, limits('22000')).leftOut).toEqual([]);
  const strict = { ...limits('21999'), others: [limits('8999', 'EUR')] };
  expect(refreshOf(searches, strict)).toEqual({
    searches: [],
    leftOut: ['JFK to LHR', 'in euros'].map((title) => ({
      title,
      why: expect.any(String),
    })),
  });
});
