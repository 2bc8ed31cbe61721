import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Amount } from '../money.ts';
import { proves } from '../testing/proves.ts';
import { centsText, cheapestByValue, mileValueOf, valuePerMile } from './value.ts';

const usd = (units: bigint | number, exponent: number): Amount => ({
  currency: 'USD',
  units: String(units),
  exponent,
});
const miles = fc.integer({ min: 1, max: 40 });

it('rounds the value of a mile half up, for fares and miles of any size: no other hundredth of a cent is nearer', () => {
  proves(
    0.5,
    [
      fc.bigInt({ min: 0n, max: 10n ** 20n }),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 100_000_000 }),
    ],
    (units, exponent, each) => {
      const value = BigInt(valuePerMile(usd(units, exponent), each)?.units ?? -1);
      // |value × miles × 10^exponent − fare × 10^4| is at most half of one step.
      const off = value * BigInt(each) * 10n ** BigInt(exponent) - units * 10n ** 4n;
      const half = BigInt(each) * 10n ** BigInt(exponent);
      expect(2n * off <= half && 2n * off > -half).toBe(true);
      return value > 0n;
    },
  );
});

it('reads cents as typed and writes them back exactly', () => {
  proves(0.7, [fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 9999 })], (whole, fraction) => {
    const typed = `${whole}.${String(fraction).padStart(4, '0')}`;
    const value = mileValueOf(typed, 'USD');
    expect(value).toEqual(usd(BigInt(whole) * 10_000n + BigInt(fraction), 6));
    expect(value && centsText(value)).toBe(typed.replace(/0+$/, ''));
    return whole > 0;
  });
  for (const wrong of ['0', '0.0', '', '-1', 'one', '1.23456', '1,2'])
    expect(mileValueOf(wrong, 'USD')).toBeUndefined();
});

it('chooses the lowest price, and names every programme without a value', () => {
  const names = ['a', 'b', 'c', 'd'];
  const prices = fc
    .subarray(names)
    .chain((chosen) =>
      fc.tuple(...chosen.map((programme) => fc.record({ programme: fc.constant(programme), miles }))),
    );
  const values = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: 1, max: 5 }));
  proves(0.2, [prices, values], (requested, cents) => {
    const found = cheapestByValue(
      requested,
      new Map(Object.entries(cents).map(([programme, each]) => [programme, usd(each, 4)])),
    );
    const priced = requested.flatMap(({ programme, miles: each }) => {
      const one = cents[programme];
      return one === undefined ? [] : [{ programme, miles: each, cost: one * each }];
    });
    const [first] = priced.sort(
      (a, b) => a.cost - b.cost || a.miles - b.miles || a.programme.localeCompare(b.programme),
    );
    expect(found.best).toEqual(first === undefined ? null : { ...first, cost: usd(first.cost, 4) });
    expect(found.without).toEqual(
      names.filter((name) => requested.some((each) => each.programme === name) && !cents[name]),
    );
    return priced.length > 1;
  });
});
