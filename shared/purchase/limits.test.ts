import { describe, expect, it } from 'vitest';
import { checkLimits, DEFAULT_LIMITS } from './limits.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const nothing = { today: [], month: [] };

describe('the limits', () => {
  it('let a price pass that reaches a limit exactly', () => {
    expect(checkLimits(DEFAULT_LIMITS, { today: [usd('978000')], month: [] }, usd('22000'))).toEqual({
      ok: true,
    });
  });

  it.each([
    ['perCall', nothing, usd('50001')],
    ['perDay', { today: [usd('978001')], month: [] }, usd('22000')],
    ['perMonth', { today: [], month: [usd('9999999')] }, usd('2')],
    ['currency', nothing, { currency: 'AUD', units: '1', exponent: 6 }],
  ])('stop at %s', (limit, spending, price) => {
    expect(checkLimits(DEFAULT_LIMITS, spending, price)).toMatchObject({ ok: false, limit });
  });
});
