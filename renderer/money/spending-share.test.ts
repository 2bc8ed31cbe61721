import { expect, it } from 'vitest';
import { shareOf, spentUnderLimit } from './spending-share.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('draws the part of the limit that is used', () => {
  expect(shareOf(usd('66000'), usd('1000000'))).toBe(66);
  expect(shareOf(usd('5', 1), usd('1000000'))).toBe(500);
});

it('never draws beyond the whole meter', () => {
  expect(shareOf(usd('2000000'), usd('1000000'))).toBe(1000);
  expect(shareOf(usd('-1'), usd('1000000'))).toBe(0);
  expect(shareOf(usd('1'), usd('0'))).toBe(1000);
  expect(shareOf(usd('0'), usd('0'))).toBe(0);
});

it('counts only what was spent in the currency of the limit', () => {
  const spent = [{ currency: 'AUD', units: '5', exponent: 2 }, usd('7')];
  expect(spentUnderLimit(spent, usd('100'))).toEqual(usd('7'));
  expect(spentUnderLimit([], usd('100'))).toEqual(usd('0'));
});
