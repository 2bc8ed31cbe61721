import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '#shared/purchase/limits.ts';
import { limitLines } from './limit-lines.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const aud = (units: string) => ({ currency: 'AUD', units, exponent: 2 });

describe('the limits beside a quote', () => {
  it('are shown before and after, each in the price’s currency', () => {
    const lines = limitLines(
      { limits: DEFAULT_LIMITS, today: [usd('66000'), aud('5')], month: [usd('90000')] },
      usd('22000'),
      null,
    );
    expect(lines.map(({ label, before, after }) => [label, before.units, after.units])).toEqual([
      ['This Call', '0', '22000'],
      ['Today', '66000', '88000'],
      ['This month', '90000', '112000'],
    ]);
    expect(lines.some(({ over }) => over)).toBe(false);
  });

  it('show which of them would be exceeded', () => {
    const lines = limitLines(
      { limits: DEFAULT_LIMITS, today: [usd('990000')], month: [usd('990000')] },
      usd('22000'),
      null,
    );
    expect(lines.filter(({ over }) => over).map(({ label }) => label)).toEqual(['Today']);
  });

  it('include a Tool’s own limits', () => {
    const limits = {
      ...DEFAULT_LIMITS,
      perTool: [{ toolId: 'awards', title: 'Awards', perDay: usd('40000'), perMonth: null }],
    };
    const spending = { limits, today: [usd('66000')], month: [usd('66000')] };
    const lines = limitLines(spending, usd('22000'), { toolId: 'awards', today: [usd('22000')], month: [] });
    expect(lines.at(-1)).toMatchObject({ label: 'This Tool today', after: usd('44000'), over: true });
    expect(limitLines(spending, usd('22000'), { toolId: 'other', today: [], month: [] })).toHaveLength(3);
  });

  it('are missing in a currency without limits', () => {
    expect(limitLines({ limits: DEFAULT_LIMITS, today: [], month: [] }, aud('3'), null)).toEqual([]);
  });
});
