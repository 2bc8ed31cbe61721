import { describe, expect, it } from 'vitest';
import { estimateLabel } from './estimate-label.ts';

const price = { currency: 'USD', units: '22000', exponent: 6 };
const known = { atLeast: false, read: null, lastPrice: null };
const seenAt = new Date(2027, 2, 1, 12).getTime();

describe('what a search may cost', () => {
  it('is told in pages and to the last digit of the price', () => {
    expect(estimateLabel({ ...known, pages: 8, records: 3900, take: 500, seenAt }, price)).toBe(
      'about 8 pages of 500, USD 0.176, from 3,900 records seen on 2027-03-01',
    );
    expect(estimateLabel({ ...known, pages: 1, records: 1, take: 500, seenAt }, price)).toBe(
      'about 1 page, USD 0.022, from 1 record seen on 2027-03-01',
    );
  });

  it('does not make up a price that is not listed', () => {
    expect(estimateLabel({ ...known, pages: 2, records: 900, take: 500, seenAt }, null)).toContain(
      'at a price that is not listed',
    );
  });

  it('goes by what a page cost last where the catalogue lists no price, and says so', () => {
    const estimate = { ...known, lastPrice: price, pages: 2, records: 900, take: 500, seenAt };
    expect(estimateLabel(estimate, null)).toContain('USD 0.044 at what a page cost last');
  });

  it('is a lower bound where the search was never read to its end', () => {
    const estimate = { ...known, atLeast: true, pages: 2, records: 500, take: 500, seenAt };
    expect(estimateLabel(estimate, price)).toBe(
      'at least 2 pages of 500, USD 0.044, from 500 records seen on 2027-03-01: nothing of it was read to its end',
    );
  });

  it('is a lower bound where a part was read to its end, and says which', () => {
    const words = (read: { routes: number; of: number; from: string | null; until: string | null }) =>
      estimateLabel({ ...known, atLeast: true, read, pages: 1, records: 9, take: 500, seenAt }, price)
        .split(': ')
        .at(-1);
    const days = { from: '2027-03-01', until: '2027-04-30' };
    expect(words({ routes: 9, of: 9, ...days })).toBe('only 2027-03-01 to 2027-04-30 was read to its end');
    expect(words({ routes: 8, of: 36, ...days })).toBe(
      'only 8 of 36 routes, 2027-03-01 to 2027-04-30, were read to their end',
    );
    expect(words({ routes: 1, of: 2, from: null, until: null })).toBe(
      'only 1 of 2 routes was read to its end',
    );
    expect(words({ routes: 0, of: 2, from: null, until: null })).toBe(
      'only some of its days were read to their end',
    );
  });
});
