import { expect, it } from 'vitest';
import { priceDifference } from './price-difference.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('tells exactly by how much a new quote is dearer or cheaper', () => {
  expect(priceDifference(usd('22000'), usd('26500'))).toEqual({
    kind: 'dearer',
    before: usd('22000'),
    by: usd('4500'),
  });
  expect(priceDifference(usd('22000'), usd('1', 2))).toEqual({
    kind: 'cheaper',
    before: usd('22000'),
    by: usd('12000'),
  });
});

it('says nothing of the same price, however it is written, nor of a first quote', () => {
  expect(priceDifference(usd('22000'), usd('22', 3))).toBeNull();
  expect(priceDifference(null, usd('22000'))).toBeNull();
});

it('does not reckon between currencies', () => {
  const before = { currency: 'AUD', units: '3', exponent: 2 };
  expect(priceDifference(before, usd('22000'))).toEqual({ kind: 'other_currency', before });
});
