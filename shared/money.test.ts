import { describe, expect, it } from 'vitest';
import {
  addAmounts,
  amountLabel,
  compareAmounts,
  formatAmount,
  largestAmount,
  parseAmount,
  sameAmount,
  totalsByCurrency,
} from './money.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

describe('money', () => {
  it('is written in full, never rounded', () => {
    expect(formatAmount(usd('22000'))).toBe('USD 0.022000');
    expect(formatAmount(usd('5', 0))).toBe('USD 5');
    expect(formatAmount(usd('-1', 2))).toBe('USD -0.01');
    expect(formatAmount(usd('123456789012345678901234', 18))).toBe('USD 123456.789012345678901234');
  });

  it('compares and adds exactly across exponents', () => {
    expect(compareAmounts(usd('22000'), usd('22', 3))).toBe(0);
    expect(sameAmount(usd('1', 2), usd('10', 3))).toBe(true);
    expect(addAmounts(usd('1', 18), usd('1', 0))).toEqual(usd('1000000000000000001', 18));
  });

  it('refuses to mix currencies', () => {
    expect(() => compareAmounts(usd('1'), { currency: 'AUD', units: '1', exponent: 6 })).toThrow(RangeError);
    expect(totalsByCurrency([usd('1'), { currency: 'AUD', units: '2', exponent: 6 }, usd('3')])).toEqual([
      usd('4'),
      { currency: 'AUD', units: '2', exponent: 6 },
    ]);
  });

  it.each([
    ['1', '1000000'],
    ['0.022', '22000'],
    ['000.5', '500000'],
  ])('reads %s as typed', (text, units) => {
    expect(parseAmount(text, 'USD')).toEqual(usd(units));
  });

  it.each(['', '-1', '1e3', '1,5', '0.0000001', 'abc', '١'])('rejects the ambiguous "%s"', (text) => {
    expect(parseAmount(text, 'USD')).toBeUndefined();
  });
});

it('names the largest of some amounts only where all of them are known and of one currency', () => {
  expect(largestAmount([usd('1', 2), usd('30', 3), usd('2', 2)])).toEqual(usd('30', 3));
  expect(largestAmount([usd('20', 3), usd('2', 2)])).toEqual(usd('20', 3));
  for (const unknown of [[], [usd('1'), null], [usd('1'), { ...usd('1'), currency: 'EUR' }]])
    expect(largestAmount(unknown)).toBeNull();
});

it('shows at least two decimals, and further ones only where not zero', () => {
  const label = (units: string, exponent: number) => amountLabel({ currency: 'USD', units, exponent });
  expect(label('22000', 6)).toBe('USD 0.022');
  expect(label('1000000', 6)).toBe('USD 1.00');
  expect(label('1500000', 6)).toBe('USD 1.50');
  expect(label('7', 0)).toBe('USD 7.00');
  expect(label('-20', 3)).toBe('USD -0.02');
  expect(label('9007199254740993', 6)).toBe('USD 9,007,199,254.740993');
});
