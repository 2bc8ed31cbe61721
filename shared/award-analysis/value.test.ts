import { expect, it } from 'vitest';
import { centsText, valueAfterTaxes } from './value.ts';

const usd = (units: number, exponent = 2) => ({ currency: 'USD', units: String(units), exponent });

it('leaves of a fare for all travellers what its taxes do not take, and nothing below zero', () => {
  // USD 1,000 for two; each pays 20,000 miles and USD 100.
  expect(valueAfterTaxes(usd(100_000), 2, usd(10_000), 20_000)).toEqual(usd(200, 4));
  expect(valueAfterTaxes(usd(100_000), 2, null, 20_000)).toEqual(usd(250, 4));
  expect(valueAfterTaxes(usd(100_000), 2, usd(50_000), 20_000)).toEqual(usd(0, 4));
  expect(valueAfterTaxes(usd(100_000), 2, usd(60_000), 20_000)).toEqual(usd(0, 4));
  expect(valueAfterTaxes(usd(100_000), 2, usd(10_000), 0)).toBeNull();
});

it('writes cents without needless decimals', () => {
  expect([usd(145, 4), usd(1_200, 4), usd(3, 2), usd(3, 1), usd(2, 0), usd(5, 4)].map(centsText)).toEqual([
    '1.45',
    '12',
    '3',
    '30',
    '200',
    '0.05',
  ]);
});
