import { describe, expect, it } from 'vitest';
import { estimateWords } from './estimate-words.ts';

const price = { currency: 'USD', units: '22000', exponent: 6 };
const seenAt = new Date(2027, 2, 1, 12).getTime();

describe('what a search may cost', () => {
  it('is told in pages and to the last digit of the price', () => {
    expect(estimateWords({ pages: 8, records: 3900, take: 500, seenAt }, price)).toBe(
      'about 8 pages of 500, USD 0.176000, from 3,900 records seen on 2027-03-01',
    );
    expect(estimateWords({ pages: 1, records: 1, take: 500, seenAt }, price)).toBe(
      'about 1 page, USD 0.022000, from 1 record seen on 2027-03-01',
    );
  });

  it('does not make up a price that is not listed', () => {
    expect(estimateWords({ pages: 2, records: 900, take: 500, seenAt }, null)).toContain('price not listed');
  });
});
