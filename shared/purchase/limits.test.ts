import { describe, expect, it } from 'vitest';
import { changedLimits, checkLimits, DEFAULT_LIMITS, limitsProblem, raisedLimits } from './limits.ts';

const usd = (units: string) => ({ currency: 'USD', units, exponent: 6 });
const nothing = { today: [], month: [] };

describe('the limits', () => {
  it('allow a price that reaches a limit exactly', () => {
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

const eur = (units: string) => ({ currency: 'EUR', units, exponent: 2 });
const inEuro = { perCall: eur('10'), perDay: eur('100'), perMonth: eur('1000') };
const tool = { toolId: 'seats', title: 'Seats', perDay: usd('44000'), perMonth: null };

describe('limits of several currencies and of single Tools', () => {
  it('apply to each price in its own currency, to the last unit', () => {
    const limits = { ...DEFAULT_LIMITS, others: [inEuro] };
    expect(checkLimits(limits, { today: [eur('90'), usd('999999')], month: [] }, eur('10')).ok).toBe(true);
    expect(checkLimits(limits, { today: [eur('91')], month: [] }, eur('10'))).toMatchObject({ ok: false });
  });

  it('can be lower for one Tool', () => {
    const limits = { ...DEFAULT_LIMITS, perTool: [tool] };
    const spent = { today: [usd('22001')], month: [usd('22001')] };
    const question = (toolId: string) => ({ tool: { toolId, spending: spent } });
    expect(checkLimits(limits, spent, usd('22000'), question('seats'))).toMatchObject({
      limit: 'toolPerDay',
    });
    expect(checkLimits(limits, spent, usd('22000'), question('other')).ok).toBe(true);
  });

  it('allow a price above the limit for one Call only where confirmed, and exceed no other limit', () => {
    const confirmed = { abovePerCall: true };
    expect(checkLimits(DEFAULT_LIMITS, nothing, usd('50001'), confirmed).ok).toBe(true);
    expect(checkLimits(DEFAULT_LIMITS, nothing, usd('1000001'), confirmed)).toMatchObject({
      limit: 'perDay',
    });
  });
});

describe('a change of limits', () => {
  it.each([
    ['a higher limit', { ...DEFAULT_LIMITS, perDay: usd('1000001') }, 1],
    ['a further currency', { ...DEFAULT_LIMITS, others: [inEuro] }, 3],
    ['a lower limit', { ...DEFAULT_LIMITS, perDay: usd('999999') }, 0],
    ['the same limits', DEFAULT_LIMITS, 0],
  ])('with %s is described by what it raises', (_name, after, sentences) => {
    expect(raisedLimits(DEFAULT_LIMITS, after)).toHaveLength(sentences);
  });
});

describe('limits that are not in order', () => {
  it('buy nothing while they cannot be read', () =>
    expect(checkLimits({ ...DEFAULT_LIMITS, unread: true }, nothing, usd('1'))).toMatchObject({
      ok: false,
      limit: 'unread',
    }));

  it('buy nothing of a Tool in a currency that its own limit is not in', () => {
    const limits = { ...DEFAULT_LIMITS, others: [inEuro], perTool: [tool] };
    const question = { tool: { toolId: 'seats', spending: nothing } };
    expect(checkLimits(limits, nothing, eur('1'), question)).toMatchObject({
      ok: false,
      limit: 'toolPerDay',
    });
    expect(checkLimits(limits, nothing, eur('1')).ok).toBe(true);
  });

  it('stop at what a month of one Tool may cost', () => {
    const perTool = [{ ...tool, perDay: null, perMonth: usd('44000') }];
    const of = (month: string) =>
      checkLimits({ ...DEFAULT_LIMITS, perTool }, nothing, usd('22000'), {
        tool: { toolId: 'seats', spending: { today: [], month: [usd(month)] } },
      });
    expect(of('22000').ok).toBe(true);
    expect(of('22001')).toMatchObject({ limit: 'toolPerMonth' });
  });

  it.each([
    ['two currencies in one set', { ...DEFAULT_LIMITS, perDay: eur('1') }],
    ['two sets of one currency', { ...DEFAULT_LIMITS, others: [inEuro, inEuro] }],
    ['a limit below nothing', { ...DEFAULT_LIMITS, perCall: usd('-1') }],
    ['two limits of one Tool', { ...DEFAULT_LIMITS, perTool: [tool, tool] }],
    ['a limit of a Tool below nothing', { ...DEFAULT_LIMITS, perTool: [{ ...tool, perMonth: usd('-1') }] }],
  ])('are refused: %s', (_, limits) => expect(limitsProblem(limits)).not.toBeNull());

  it('are accepted with several currencies and Tools', () =>
    expect(
      limitsProblem({ ...DEFAULT_LIMITS, others: [inEuro], perTool: [tool, { ...tool, toolId: 'other' }] }),
    ).toBeNull());
});

describe('a change that does not mention everything', () => {
  const before = { ...DEFAULT_LIMITS, others: [inEuro], perTool: [tool] };

  it('leaves other currencies and Tools as they are', () =>
    expect(changedLimits(before, DEFAULT_LIMITS)).toMatchObject({ others: [inEuro], perTool: [tool] }));

  it('never leaves two sets of one currency', () =>
    expect(changedLimits(before, inEuro)).toMatchObject({ ...inEuro, others: [] }));

  it('begins with none where there was none', () =>
    expect(changedLimits(DEFAULT_LIMITS, DEFAULT_LIMITS)).toMatchObject({ others: [], perTool: [] }));

  it.each([
    ['the limit of a Tool removed', [], 1],
    ['it raised', [{ ...tool, perDay: usd('44001') }], 1],
    ['it in another currency', [{ ...tool, perDay: eur('1') }], 1],
    ['it lowered', [{ ...tool, perDay: usd('43999') }], 0],
    ['it unchanged', [tool], 0],
    ['only that of another Tool there', [{ ...tool, toolId: 'other' }], 1],
  ])('raises what may be spent where it has %s', (_, perTool, count) =>
    expect(raisedLimits(before, { ...before, perTool })).toHaveLength(count),
  );
});
