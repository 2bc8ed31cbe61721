import { describe, expect, it } from 'vitest';
import type { PriceInsight, StillThereInsight } from '#shared/contract/insights.ts';
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
  it('is rated with its basis, the start of its history, and the lowest price', () => {
    expect(priceLabel(rank)).toBe(
      'Cheaper than 88% of 143 other dates in any month of travel on this route, programme and cabin since March 2026; the same as 2 dates, counted half; lowest 60,000, seen 4 May 2026.',
    );
  });
  it('at the lowest is told as that, however many dates share it', () => {
    expect(priceLabel({ ...rank, dates: 28, cheaper: 0, same: 21, dearer: 7 })).toMatch(
      /^The lowest price of 28 other dates .*; shared by 21 dates;/u,
    );
    const standing = { cheapest: 38, lowest: true, dates: 28, basis: 'month' as const };
    expect(standingShort(standing)).toBe('lowest of 28');
    expect(standingShort({ ...standing, lowest: false })).toBe('62% of 28');
  });
  it('is never called better than it is', () => {
    expect(priceLabel({ ...rank, dates: 1000, cheaper: 1, same: 0, dearer: 999 })).toContain(
      'Cheaper than 99% ',
    );
  });
  it('is not rated with too few dates', () => {
    expect(priceLabel({ ...rank, basis: null, dates: 1, points: [] })).toBe(
      'Too few dates to say: 1 other date seen on this route, programme and cabin, 20 are needed.',
    );
  });
  it('reports what was seen but does not count', () => {
    expect(priceLabel({ ...rank, leftOut: { dates: 3, spellings: 1 } })).toMatch(
      /\. Left out: 3 dates without miles, or with too few seats\. Counted apart: 1 other spelling that the source has for this programme\.$/u,
    );
    expect(priceLabel({ ...rank, subject: { ...subject, cabin: '' } })).toContain(
      'on this route and programme in any cabin since March 2026',
    );
  });
});

describe('space', () => {
  it('appears and stays between bounds, rounded outwards', () => {
    expect(appearsLabel({ appears: { from: 330, until: 318, within: 9 }, dates: 14 })).toBe(
      'First appeared between 330 and 318 days out on 9 of 14 dates.',
    );
    expect(staysLabel({ stays: { least: 2.9, most: 4.1, dates: 14 }, seen: 14 })).toBe(
      'Removed within 2 to 5 days of being first seen on half of 14 dates.',
    );
  });
  it('has no bound where no run gives one', () => {
    expect(appearsLabel({ appears: { from: 95, until: 70, within: 0 }, dates: 112 })).toBe(
      'No run shows when space appears on 112 dates: refreshes will.',
    );
    expect(staysLabel({ stays: { least: 0.4, most: null, dates: 79 }, seen: 79 })).toBe(
      'No refresh shows yet how long it stays.',
    );
    expect(appearsLabel({ appears: { from: null, until: 30, within: 14 }, dates: 14 })).toContain(
      '30 days out or earlier',
    );
    expect(staysLabel({ stays: { least: 1.5, most: null, dates: 12 }, seen: 12 })).toBe(
      'Still there 1 day after it was first seen on half of 12 dates; no run shows when it was removed.',
    );
  });
  it('states the number of dates where they are too few', () => {
    expect(appearsLabel({ appears: null, dates: 3 })).toMatch(/^Too few dates to say .* 3 dates read/u);
    expect(appearsLabel({ appears: null, dates: 30 })).toMatch(/^No usual time/u);
    expect(staysLabel({ stays: null, seen: 1 })).toMatch(/^Too few dates to say .* on 1 date,/u);
  });
  it('suggests a day to refresh from', () => {
    const refresh = { lead: 14, from: '2027-03-08' };
    const space = 'Space here tends to appear from 14 days out: refresh';
    expect(refreshLabel({ refresh }, '2027-03-07')).toBe(`${space} from 8 Mar 2027.`);
    expect(refreshLabel({ refresh }, '2027-03-08')).toBe(`${space} now.`);
    expect(refreshLabel({ refresh }, '2027-03-20')).toBe(`${space} now.`);
    expect(refreshLabel({ refresh }, '2027-03-22')).toBe(`${space} now.`);
    expect(refreshLabel({ refresh: null })).toBeNull();
  });
  it('suggests no refresh of departed dates', () => {
    expect(refreshLabel({ refresh: { lead: 14, from: '2027-03-08' } }, '2027-03-23')).toBeNull();
  });
});

describe('whether it is still there', () => {
  it('is bounded', () => {
    expect(stillThereLabel(age)).toBe('Of 26 like it, 14 to 20 were still there at that age.');
    expect(stillThereLabel({ ...age, like: 'route' })).toBe(
      'Of 26 like it, of any programme on this route and in this cabin, 14 to 20 were still there at that age.',
    );
  });
  it('is not stated with too few dates', () => {
    expect(stillThereLabel({ ...age, bounds: null, dates: 1 })).toBe(
      'Too few dates to say: 1 date like it was read again at that age, 10 are needed.',
    );
  });
  it('states about what reading it again costs', () => {
    expect(refreshCostLabel(age)).toBe('Refresh: about USD 0.022 for 1 page.');
  });
});
