import { expect, it } from 'vitest';
import { convert } from './amount.ts';

const usd = (units: string, exponent = 6) => ({ currency: 'USD', units, exponent });

it('amounts are converted upwards, so that an account never covers less than the source price', () => {
  expect(convert(usd('22000'), 'AUD')).toEqual({ currency: 'AUD', units: '33440', exponent: 6 });
  expect(convert(usd('1'), 'AUD').units).toBe('2');
  expect(convert(usd('22', 3), 'EUR')).toEqual({ currency: 'EUR', units: '20240', exponent: 6 });
  expect(convert(usd('22000'), 'XXX')).toEqual(usd('22000'));
});
