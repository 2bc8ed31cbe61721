import { expect, it } from 'vitest';
import { programmeAccount, programmeLabel } from '../places/programmes.ts';
import {
  bankLabel,
  bankShort,
  banksNamed,
  knownBanks,
  packHouseholds,
  packLines,
  packPools,
} from './transfer-table.ts';

const TODAY = '2026-11-26';

it('has for every line a minimum that can be transferred, and says which are assumed', () => {
  const lines = packLines(TODAY);
  for (const { minimum, step } of lines) expect(minimum % step).toBe(0);
  const wells = lines.find(({ bank, programme }) => bank === 'wellsfargo' && programme === 'flyingblue');
  expect(wells).toMatchObject({ minimum: 1, step: 1, facts: { isMinimumStated: true } });
  const uk = lines.find(({ bank, programme }) => bank === 'amex_uk' && programme === 'qantas');
  expect(uk).toMatchObject({ minimum: 1_000, step: 1_000, facts: { isMinimumStated: false } });
});

it('counts a bonus from its first day to its last, and knows it afterwards', () => {
  const bonusOn = (day: string) =>
    packLines(day).find(({ bank, programme }) => bank === 'citi' && programme === 'jal');
  expect(bonusOn('2026-09-19')?.bonusPercent).toBe(0);
  expect(bonusOn('2026-09-20')).toMatchObject({ bonusPercent: 30, bonusUntil: '2026-10-24' });
  expect(bonusOn('2026-10-25')).toMatchObject({
    bonusPercent: 0,
    facts: { lastBonus: { percent: 30, until: '2026-10-24' } },
  });
});

it.each([
  ['Amex', ['amex', 'amex_au', 'amex_ca', 'amex_de', 'amex_uk']],
  ['membership rewards', ['amex', 'amex_au', 'amex_ca', 'amex_de', 'amex_uk']],
  ['amex uk', ['amex_uk']],
  ['American Express Membership Rewards (US)', ['amex']],
  ['Chase', ['chase']],
  ['UR', ['chase']],
  ['ultimate rewards', ['chase']],
  ['Capital One', ['capitalone']],
  ['cap one', ['capitalone']],
  ['ThankYou', ['citi']],
  ['thank you', ['citi']],
  ['citibank', ['citi']],
  ['Wells Fargo', ['wellsfargo']],
  ['bonvoy', ['marriott']],
  ['Marriott', ['marriott']],
  ['Payback', ['payback_de']],
  ['avion', ['rbc_avion']],
  ['RBC', ['rbc_avion']],
  ['revpoints', ['revolut']],
  ['Santander', ['esfera']],
  ['atomos', ['c6_atomos']],
  ['Bilt', ['bilt']],
  ['Village Bank', []],
  ['', []],
])('finds a bank by what people call it: %s', (text, banks) => {
  expect(banksNamed(text).sort()).toEqual(banks);
});

it('counts household accounts only where a good source says that all miles pay', () => {
  const of = new Map(packHouseholds().map((one) => [one.programme, one] as const));
  expect(of.get('british_airways')).toMatchObject({ name: 'Household Account', counts: true });
  // Only miles that are earned later, only the programme's own flights, and nobody at all.
  for (const programme of ['emirates', 'virginatlantic', 'united', 'singapore', 'american'])
    expect(of.get(programme)?.counts, programme).toBe(false);
  for (const { programme, counts, isConfirmed, source, terms, asOf, until } of of.values()) {
    expect(programmeAccount(programme)).toBe(programme);
    expect(source).not.toBe('');
    expect(terms).not.toMatch(/^[A-Z]|\.$/u);
    expect(asOf <= until).toBe(true);
    if (programme === 'asiana')
      expect({ counts, isConfirmed }).toEqual({ counts: false, isConfirmed: false });
  }
});

it('names every bank and programme of its lines and pools', () => {
  for (const { bank, programme } of packLines(TODAY)) {
    expect(knownBanks().map((known) => known.bank)).toContain(bank);
    expect([bankLabel(bank), bankShort(bank), programmeLabel(programme)]).not.toContain(bank);
    expect(programmeLabel(programme)).not.toBe(programme);
  }
  for (const { programmes } of packPools(TODAY))
    for (const programme of programmes) expect(programmeLabel(programme)).not.toBe(programme);
});
