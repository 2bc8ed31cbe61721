import { describe, expect, it } from 'vitest';
import { estimateWords } from './estimate-words.ts';

const price = { currency: 'USD', units: '22000', exponent: 6 };
const known = { atLeast: false, lastPrice: null };
const seenAt = new Date(2027, 2, 1, 12).getTime();

describe('what a search may cost', () => {
  it('is told in pages and to the last digit of the price', () => {
    expect(estimateWords({ ...known, pages: 8, records: 3900, take: 500, seenAt }, price)).toBe(
      'about 8 pages of 500, USD 0.176000, from 3,900 records seen on 2027-03-01',
    );
    expect(estimateWords({ ...known, pages: 1, records: 1, take: 500, seenAt }, price)).toBe(
      'about 1 page, USD 0.022000, from 1 record seen on 2027-03-01',
    );
  });

  it('does not make up a price that is not listed', () => {
    expect(estimateWords({ ...known, pages: 2, records: 900, take: 500, seenAt }, null)).toContain(
      'at a price that is not listed',
    );
  });

  it('goes by what a page cost last where the catalogue lists no price, and says so', () => {
    const estimate = { ...known, lastPrice: price, pages: 2, records: 900, take: 500, seenAt };
    expect(estimateWords(estimate, null)).toContain('USD 0.044000 at what a page cost last');
  });

  it('is a lower bound where the search was never read to its end', () => {
    const estimate = { ...known, atLeast: true, pages: 2, records: 500, take: 500, seenAt };
    expect(estimateWords(estimate, price)).toBe(
      'at least 2 pages of 500, USD 0.044000, from 500 records seen on 2027-03-01: it was never read to its end',
    );
  });
});
