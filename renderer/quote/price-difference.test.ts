import { expect, it } from 'vitest';
import { priceDifference } from './price-difference.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('gives exactly how much dearer or cheaper a new quote is', () => {
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

it('reports nothing for the same price, however it is written, nor for a first quote', () => {
  expect(priceDifference(usd('22000'), usd('22', 3))).toBeNull();
  expect(priceDifference(null, usd('22000'))).toBeNull();
});

it('does not convert between currencies', () => {
  const before = { currency: 'AUD', units: '3', exponent: 2 };
  expect(priceDifference(before, usd('22000'))).toEqual({ kind: 'other_currency', before });
});
