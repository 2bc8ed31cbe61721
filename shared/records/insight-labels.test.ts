import { describe, expect, it } from 'vitest';
import type { PriceInsight, StillThereInsight } from '#shared/contract/insights.ts';
import { figuresIn } from '#shared/testing/figures-in.ts';
import {
  appearsLabel,
  priceLabel,
  refreshCostLabel,
  refreshLabel,
  standingShort,
  staysLabel,
  stillThereLabel,
} from './insight-labels.ts';

const subject = { origin: 'JFK', destination: 'LHR', programme: 'united', cabin: 'business' };
const source = { runId: 1, purchaseId: 'p1', callRef: null };
const rank: PriceInsight = {
  subject,
  missing: null,
  miles: 72_500,
  basis: 'all',
  dates: 143,
  cheaper: 15,
  same: 2,
  dearer: 126,
  leftOut: { dates: 0, spellings: 0 },
  since: new Date(2026, 2, 4).getTime(),
  points: [{ date: '2026-06-01', miles: 60_000, at: new Date(2026, 4, 4).getTime(), versionId: 1, source }],
};
const age: StillThereInsight = {
  subject,
  missing: null,
  seenAt: 0,
  like: 'programme',
  dates: 26,
  bounds: { least: 14, most: 20 },
  refresh: { pages: 1, cost: [{ currency: 'USD', units: '22000', exponent: 6 }] },
  evidence: [],
};

describe('a price', () => {
  it('is rated by the share of dearer dates, ties counted half, with the lowest price', () => {
    expect(figuresIn(priceLabel(rank))).toEqual(['88%', '143', '2026', '2', '60,000', '4', '2026']);
  });
  it('at the lowest is told as that, however many dates share it', () => {
    const lowest = priceLabel({ ...rank, dates: 28, cheaper: 0, same: 21, dearer: 7 });
    expect(figuresIn(lowest).slice(0, 3)).toEqual(['28', '2026', '21']);
    const standing = { cheapest: 38, lowest: true, dates: 28, basis: 'month' as const };
    expect(standingShort(standing)).toBe('lowest of 28');
    expect(standingShort({ ...standing, lowest: false })).toBe('62% of 28');
  });
  it('is never called better than it is', () => {
    const nearly = priceLabel({ ...rank, dates: 1000, cheaper: 1, same: 0, dearer: 999 });
    expect(figuresIn(nearly)[0]).toBe('99%');
  });
  it('is not rated with too few dates', () => {
    expect(figuresIn(priceLabel({ ...rank, basis: null, dates: 1, points: [] }))).toEqual(['1', '20']);
  });
  it('reports what was seen but does not count', () => {
    const leftOut = priceLabel({ ...rank, leftOut: { dates: 3, spellings: 1 } });
    expect(figuresIn(leftOut).slice(-2)).toEqual(['3', '1']);
    expect(priceLabel({ ...rank, subject: { ...subject, cabin: '' } })).toContain('any cabin');
  });
});

describe('space', () => {
  it('appears and stays between bounds, rounded outwards', () => {
    expect(figuresIn(appearsLabel({ appears: { from: 330, until: 318, within: 9 }, dates: 14 }))).toEqual([
      '330',
      '318',
      '9',
      '14',
    ]);
    expect(figuresIn(staysLabel({ stays: { least: 2.9, most: 4.1, dates: 14 }, seen: 14 }))).toEqual([
      '2',
      '5',
      '14',
    ]);
  });
  it('has no bound where no run gives one', () => {
    const figures = [
      appearsLabel({ appears: { from: 95, until: 70, within: 0 }, dates: 112 }),
      staysLabel({ stays: { least: 0.4, most: null, dates: 79 }, seen: 79 }),
      appearsLabel({ appears: { from: null, until: 30, within: 14 }, dates: 14 }),
      staysLabel({ stays: { least: 1.5, most: null, dates: 12 }, seen: 12 }),
    ].map(figuresIn);
    expect(figures).toEqual([['112'], [], ['30', '14', '14'], ['1', '12']]);
  });
  it('states the number of dates where they are too few', () => {
    expect(figuresIn(appearsLabel({ appears: null, dates: 3 }))).toContain('3');
    expect(figuresIn(appearsLabel({ appears: null, dates: 30 }))).toEqual(['30']);
    expect(figuresIn(staysLabel({ stays: null, seen: 1 }))[0]).toBe('1');
  });
  it('suggests a day to refresh from, and none of departed dates', () => {
    const refresh = { lead: 14, from: '2027-03-08' };
    expect(figuresIn(refreshLabel({ refresh }, '2027-03-07'))).toEqual(['14', '8', '2027']);
    for (const today of ['2027-03-08', '2027-03-22'])
      expect(figuresIn(refreshLabel({ refresh }, today))).toEqual(['14']);
    expect(refreshLabel({ refresh: null })).toBeNull();
    expect(refreshLabel({ refresh }, '2027-03-23')).toBeNull();
  });
});

describe('whether it is still there', () => {
  it('is bounded, and not stated with too few dates', () => {
    expect(figuresIn(stillThereLabel(age))).toEqual(['26', '14', '20']);
    expect(stillThereLabel({ ...age, like: 'route' })).not.toBe(stillThereLabel(age));
    expect(figuresIn(stillThereLabel({ ...age, bounds: null, dates: 1 }))).toEqual(['1', '10']);
  });
  it('states about what reading it again costs', () => {
    expect(figuresIn(refreshCostLabel(age))).toEqual(['0.022', '1']);
  });
});
