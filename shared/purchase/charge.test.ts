import { describe, expect, it } from 'vitest';
import { type ChargeAlarmKind, type ChargeOddity, chargeAlarm, chargeDiffers, largerOf } from './charge.ts';

const usd = (units: number, exponent = 2) => ({ currency: 'USD', units: String(units), exponent });
const eur = (units: number) => ({ ...usd(units), currency: 'EUR' });
type Stated = ReturnType<typeof usd> | null;
const odd: ChargeOddity = { kind: 'not_understood', known: 'maybe' };

describe('a charge', () => {
  it.each<[string, Stated, Stated, ChargeAlarmKind | null]>([
    ['as approved', usd(22), usd(22), null],
    ['as approved, written finer', usd(22), usd(220, 3), null],
    ['less', usd(22), usd(21), null],
    ['more', usd(22), usd(23), 'more'],
    ['nothing', usd(22), usd(0), null],
    ['nothing in another currency', usd(22), eur(0), null],
    ['another currency, though less', usd(22), eur(1), 'other_currency'],
    ['below nothing', usd(22), usd(-1), 'negative'],
    ['minus zero', usd(22), { ...usd(0), units: '-0' }, null],
    ['not stated', usd(22), null, null],
    ['anything where nothing was approved', null, usd(1), 'more'],
    ['nothing where nothing was approved', null, usd(0), null],
  ])('differs from its approval: %s', (_, approved, charged, kind) => {
    expect(chargeDiffers({ approved, charged, oddity: null })).toBe(kind);
    expect(chargeAlarm({ approved, charged, oddity: null })?.kind ?? null).toBe(kind);
  });

  it('that was not understood raises an alarm, even beside an amount that fits', () =>
    expect(chargeAlarm({ approved: usd(22), charged: usd(22), oddity: odd })).toMatchObject({
      kind: 'not_understood',
      words: expect.stringContaining('maybe'),
    }));

  it('has a mark of its own, so that a later one does not count as seen', () => {
    const marks = [
      chargeAlarm({ approved: usd(22), charged: usd(23), oddity: null }),
      chargeAlarm({ approved: usd(22), charged: usd(24), oddity: null }),
      chargeAlarm({ approved: usd(22), charged: usd(23), oddity: odd }),
      chargeAlarm({ approved: usd(22), charged: usd(23), oddity: { ...odd, known: 'perhaps' } }),
    ].map((alarm) => alarm?.mark);
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('says what was approved and what was charged', () => {
    const words = (approved: Stated, charged: Stated, oddity: ChargeOddity | null) =>
      chargeAlarm({ approved, charged, oddity })?.words;
    expect(words(usd(22), usd(23), null)).toMatch(/0\.23.*0\.22/u);
    expect(words(null, usd(23), null)).toContain('nothing');
    expect(words(usd(22), usd(-1), null)).toMatch(/below nothing.*0\.01.*0\.22/u);
    expect(words(usd(22), null, { kind: 'negative', known: 'USD -1' })).toContain('USD -1');
  });
});

describe('what may have been charged', () => {
  it.each<[string, Stated, Stated, readonly Stated[]]>([
    ['the approval, until a charge is stated', usd(22), null, [usd(22)]],
    ['the approval, where the charge is less', usd(22), usd(21), [usd(22)]],
    ['the charge, where it is more', usd(22), usd(23), [usd(23)]],
    ['both, in two currencies', usd(22), eur(1), [usd(22), eur(1)]],
    ['the approval, beside a charge of or below nothing', usd(22), usd(-30), [usd(22)]],
    ['the charge, where nothing was approved', null, usd(3), [usd(3)]],
    ['nothing, where nothing was approved or charged', null, usd(0), []],
  ])('is %s', (_, approved, charged, most) =>
    expect(largerOf({ approved, charged })).toEqual(most.map((one) => expect.objectContaining(one ?? {}))),
  );
});
