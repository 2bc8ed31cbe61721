import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type Limits } from '#shared/purchase/limits.ts';
import { type CurrencyForm, type LimitsForm, limitsFormOf, readLimits } from './limits-form.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const aud = (units: string) => ({ currency: 'AUD', units, exponent: 6 });
const form = (main: Partial<CurrencyForm>, more: Partial<LimitsForm> = {}): LimitsForm => ({
  main: { currency: 'USD', perCall: '1', perDay: '1', perMonth: '1', ...main },
  others: [],
  perTool: [],
  ...more,
});
const tool = { toolId: 'awards', title: 'Awards', currency: 'USD', perDay: '0.5', perMonth: '' };

describe('the limits as typed', () => {
  it('show the limits in full and read them back exactly', () => {
    const limits: Limits = {
      ...DEFAULT_LIMITS,
      others: [{ perCall: aud('100000'), perDay: aud('300000'), perMonth: aud('3000000') }],
      perTool: [{ toolId: 'awards', title: 'Awards', perDay: null, perMonth: usd('500000') }],
    };
    expect(limitsFormOf(limits).main).toEqual({
      currency: 'USD',
      perCall: '0.05',
      perDay: '1.00',
      perMonth: '10.00',
    });
    expect(readLimits(limitsFormOf(limits))).toEqual({ ok: true, limits });
  });

  it('are read without floating point', () => {
    const read = readLimits(form({ currency: 'aud', perCall: '0.1', perDay: '0.3', perMonth: '3' }));
    expect(read).toMatchObject({
      ok: true,
      limits: { perCall: aud('100000'), perDay: aud('300000'), perMonth: aud('3000000') },
    });
  });

  it('are read with a comma or a point', () => {
    expect(readLimits(form({ perCall: '0,5' }))).toMatchObject({ limits: { perCall: usd('500000') } });
  });

  it('show an error for each field that is not an amount', () => {
    for (const text of ['', '-1', '1,5,0', '1e3', '0.0000001', 'one']) {
      const read = readLimits(form({ perCall: text }));
      expect(read.ok).toBe(false);
      if (!read.ok) expect(Object.keys(read.problems.main)).toEqual(['perCall']);
    }
  });

  it('are rejected where they contradict each other', () => {
    expect(readLimits(form({ perCall: '2', perDay: '1', perMonth: '0.5' }))).toMatchObject({
      ok: false,
      problems: { main: { perCall: expect.any(String), perDay: expect.any(String) } },
    });
  });

  it('have one set for each currency', () => {
    const other = { currency: 'usd', perCall: '1', perDay: '1', perMonth: '1' };
    expect(readLimits(form({}, { others: [other] }))).toMatchObject({
      ok: false,
      problems: { others: [{ currency: expect.stringContaining('already') }] },
    });
    expect(readLimits(form({}, { others: [{ ...other, currency: 'EUR' }] })).ok).toBe(true);
  });

  it('accept a Tool’s limit for a day or a month alone, but not for neither', () => {
    expect(readLimits(form({}, { perTool: [tool] }))).toMatchObject({
      ok: true,
      limits: { perTool: [{ toolId: 'awards', perDay: usd('500000'), perMonth: null }] },
    });
    expect(readLimits(form({}, { perTool: [{ ...tool, perDay: '' }] }))).toMatchObject({
      ok: false,
      problems: { perTool: [{ perDay: expect.any(String) }] },
    });
    expect(readLimits(form({}, { perTool: [{ ...tool, perMonth: '0.1' }] })).ok).toBe(false);
  });
});
