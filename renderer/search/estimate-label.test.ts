import { describe, expect, it } from 'vitest';
import { figuresIn } from '#shared/testing/figures-in.ts';
import { estimateLabel, estimateReason } from './estimate-label.ts';

const price = { currency: 'USD', units: '22000', exponent: 6 };
const seenAt = new Date(2027, 2, 1, 12).getTime();
const known = { atLeast: false, read: null, lastPrice: null, take: 500, seenAt };

describe('what a search may cost', () => {
  it('is stated in pages and to the last digit of the price', () => {
    expect(estimateLabel({ ...known, pages: 8, records: 3900 }, price)).toBe('About 8 pages, USD 0.176');
    expect(estimateLabel({ ...known, pages: 1, records: 1 }, price)).toBe('About 1 page, USD 0.022');
    expect(figuresIn(estimateReason({ ...known, pages: 8, records: 3900 }, price))).toEqual([
      '3,900',
      '1',
      '2027',
      '500',
    ]);
  });

  it('does not invent a price that is not listed', () => {
    expect(figuresIn(estimateLabel({ ...known, pages: 2, records: 900 }, null))).toEqual(['2']);
  });

  it('uses the last price of a page where the catalogue lists none, and states so', () => {
    const estimate = { ...known, lastPrice: price, pages: 2, records: 900 };
    expect(estimateLabel(estimate, null)).toBe('About 2 pages, USD 0.044');
    expect(estimateReason(estimate, null)).not.toBe(estimateReason(estimate, price));
  });

  it('is a lower bound where the search has no complete run', () => {
    const estimate = { ...known, atLeast: true, pages: 2, records: 500 };
    expect(estimateLabel(estimate, price)).toContain('2 pages, USD 0.044');
  });

  it('is a lower bound where only a part was read completely, and names the part', () => {
    const reason = (read: { routes: number; of: number; from: string | null; until: string | null }) =>
      estimateReason({ ...known, atLeast: true, read, pages: 1, records: 9 }, price);
    const days = { from: '2027-03-01', until: '2027-04-30' };
    expect(reason({ routes: 9, of: 9, ...days })).toContain('1 Mar to 30 Apr 2027');
    expect(reason({ routes: 8, of: 36, ...days })).toContain('8 of 36 routes, 1 Mar to 30 Apr 2027');
    expect(reason({ routes: 1, of: 2, from: null, until: null })).toContain('1 of 2 routes');
    expect(reason({ routes: 0, of: 2, from: null, until: null })).not.toContain('routes');
  });
});
