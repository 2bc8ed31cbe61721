import { expect, it } from 'vitest';
import { multiplyAmount } from '#shared/money.ts';
import { subtractAmount } from './exact-money.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('subtracts amounts at the finer of two scales', () => {
  expect(subtractAmount(usd('3', 2), usd('22000'))).toEqual(usd('8000'));
  expect(subtractAmount(usd('22000'), usd('30000'))).toEqual(usd('-8000'));
  expect(() => subtractAmount(usd('1'), { currency: 'AUD', units: '1', exponent: 6 })).toThrow(RangeError);
});

it('multiplies beyond what a float could hold', () => {
  expect(multiplyAmount(usd('22000'), 5)).toEqual(usd('110000'));
  expect(multiplyAmount(usd('9007199254740993'), 3)).toEqual(usd('27021597764222979'));
});
