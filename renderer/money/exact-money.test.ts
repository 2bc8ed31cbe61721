import { expect, it } from 'vitest';
import { timesAmount } from '#shared/money.ts';
import { lessAmount } from './exact-money.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('subtracts amounts at the finer of two scales', () => {
  expect(lessAmount(usd('3', 2), usd('22000'))).toEqual(usd('8000'));
  expect(lessAmount(usd('22000'), usd('30000'))).toEqual(usd('-8000'));
  expect(() => lessAmount(usd('1'), { currency: 'AUD', units: '1', exponent: 6 })).toThrow(RangeError);
});

it('multiplies beyond what a float could hold', () => {
  expect(timesAmount(usd('22000'), 5)).toEqual(usd('110000'));
  expect(timesAmount(usd('9007199254740993'), 3)).toEqual(usd('27021597764222979'));
});
