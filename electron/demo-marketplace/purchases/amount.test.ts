import { describe, expect, it } from 'vitest';
import { compareDemoAmounts, convert, formatDemoAmount } from './amount.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

describe('amounts', () => {
  it.each([
    [usd('22000'), 'USD 0.022000'],
    [usd('250000000'), 'USD 250.000000'],
    [usd('-5', 2), 'USD -0.05'],
    [usd('7', 0), 'USD 7'],
    [usd('123456789012345678901234567890', 18), 'USD 123456789012.345678901234567890'],
  ])('are written in full', (amount, words) => {
    expect(formatDemoAmount(amount)).toBe(words);
  });

  it('are compared exactly, whatever their exponents, and not across currencies', () => {
    expect(compareDemoAmounts(usd('22000'), usd('22', 3))).toBe(0);
    expect(compareDemoAmounts(usd('22001'), usd('22', 3))).toBe(1);
    expect(compareDemoAmounts(usd('9007199254740993'), usd('9007199254740994'))).toBe(-1);
    expect(compareDemoAmounts(usd('1'), { ...usd('1'), currency: 'AUD' })).toBeUndefined();
  });

  it('are converted upwards, so that an account never covers less than the source price', () => {
    expect(convert(usd('22000'), 'AUD')).toEqual({ currency: 'AUD', units: '33440', exponent: 6 });
    expect(convert(usd('1'), 'AUD').units).toBe('2');
    expect(convert(usd('22', 3), 'EUR')).toEqual({ currency: 'EUR', units: '20240', exponent: 6 });
    expect(convert(usd('22000'), 'XXX')).toEqual(usd('22000'));
  });
});
