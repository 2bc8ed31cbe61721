import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#shared/purchase/limits.ts';
import { limitsFormOf, readLimits } from './limits-form.ts';

it('shows the limits in full and reads them back exactly', () => {
  const form = limitsFormOf(DEFAULT_LIMITS);
  expect(form).toEqual({ currency: 'USD', perCall: '0.050000', perDay: '1.000000', perMonth: '10.000000' });
  expect(readLimits(form)).toEqual({ ok: true, limits: DEFAULT_LIMITS });
});

it('reads what a person types without a float', () => {
  const read = readLimits({ currency: 'aud', perCall: '0.1', perDay: '0.3', perMonth: '3' });
  expect(read).toEqual({
    ok: true,
    limits: {
      perCall: { currency: 'AUD', units: '100000', exponent: 6 },
      perDay: { currency: 'AUD', units: '300000', exponent: 6 },
      perMonth: { currency: 'AUD', units: '3000000', exponent: 6 },
    },
  });
});

it('says beside each field what is not an amount', () => {
  for (const text of ['', '-1', '1,50', '1e3', '0.0000001', 'one']) {
    const read = readLimits({ currency: 'USD', perCall: text, perDay: '1', perMonth: '1' });
    expect(read.ok).toBe(false);
    if (!read.ok) expect(Object.keys(read.problems)).toEqual(['perCall']);
  }
});

it('refuses limits that contradict each other', () => {
  const read = readLimits({ currency: 'USD', perCall: '2', perDay: '1', perMonth: '0.5' });
  expect(read).toMatchObject({
    ok: false,
    problems: { perCall: expect.any(String), perDay: expect.any(String) },
  });
});
