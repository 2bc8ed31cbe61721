import { afterEach, describe, expect, it } from 'vitest';
import { setPacks } from '../facts/in-use.ts';
import type { Pack } from '../facts/pack.ts';
import { programmeAccount, programmeLabel } from '../places/programmes.ts';
import { milesFor } from './transfer.ts';
import {
  bankCountry,
  bankLabel,
  bankShort,
  banksAlike,
  banksNamed,
  knownBanks,
  packHouseholds,
  packLines,
  packPools,
  transferTable,
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
  ['Citi TYP', ['citi']],
  ['ThankYou points', ['citi']],
  ['Thank You points', ['citi']],
  ['Chase URs', ['chase']],
  ['Chase Sapphire Reserve', ['chase']],
  ['CapitalOne', ['capitalone']],
  ['VentureX', ['capitalone']],
  ['MR UK', ['amex_uk']],
  ['American Express UK', ['amex_uk']],
  ['Amex Canada MR', ['amex_ca']],
  ['Amex Platinum', ['amex', 'amex_au', 'amex_ca', 'amex_de', 'amex_uk']],
  ['RBC Avion points', ['rbc_avion']],
  ['Pontos Livelo', ['livelo']],
  ['Payback Punkte', ['payback_de']],
  ['Bonvoy points', ['marriott']],
  // Banks that the pack does not have, and words that belong to no bank alone, are never another.
  ['HSBC', []],
  ['Qantas from ANZ', []],
  ['Miles & More Kreditkarte', []],
  ['US Bank', []],
  ['UK', []],
  ['One', []],
  ['Rewards', []],
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

describe('a pack that the user loaded', () => {
  const line = { source: 'blog', sure: 'A' } as const;
  const ofPair = { ...line, bank: 'one', programme: 'united' } as const;
  const pack: Pack<'transfers'> = {
    pack: 'transfers',
    as_of: TODAY,
    valid_until: '2027-05-31',
    sources: { blog: { name: 'A blog', licence: 'facts only', as_of: '2026-11-20' } },
    banks: [
      { bank: 'one', name: 'One Points', short: 'One', country: 'GB', aka: ['Uno'] },
      { bank: 'one_ca', name: 'One Points Canada', short: 'One CA' },
    ],
    lines: [
      { ...ofPair, points: 3, miles: 2, minimum: 1_500, time: 'a day', note: 'Told twice.' },
      { ...ofPair, bank: 'one_ca', points: 1, miles: 1, minimum: 1, sure: 'C' },
      { ...ofPair, programme: 'jal', points: 1, miles: 1, step: 5_000 },
      { ...ofPair, programme: 'qantas', points: 1, miles: 1, minimum: 600 },
    ],
    bonuses: [
      { ...ofPair, percent: 10, from: '2026-01-01', until: '2026-01-31' },
      { ...ofPair, percent: 20, from: '2026-06-01', until: '2026-06-30' },
      { ...ofPair, percent: 30, from: '2026-11-01', until: TODAY },
      { ...ofPair, percent: 40, from: '2027-01-01', until: '2027-01-31' },
    ],
    pools: [
      { ...line, currency: 'Avios', programmes: ['iberia', 'qatar'], note: 'Free.' },
      { ...line, currency: 'Guessed', programmes: ['united', 'jal'], sure: 'C' },
      { ...line, currency: 'New', programmes: ['delta', 'klm'], from: '2027-01-01' },
    ],
    households: [
      { ...line, programme: 'united', counts: true, terms: 'anybody' },
      { ...line, programme: 'jal', counts: true, terms: 'relatives', sure: 'C' },
      { ...line, programme: 'qantas', name: 'Family', counts: false, terms: 'nobody', sure: 'B' },
    ],
  };
  const loaded = () => setPacks([pack]);
  afterEach(() => setPacks([]));

  it('is known by its own days and sources', () => {
    loaded();
    expect(transferTable()).toEqual({
      asOf: TODAY,
      until: '2027-05-31',
      sources: [{ name: 'A blog', asOf: '2026-11-20' }],
    });
  });

  it('has of each pair the bonus of the day, and the latest one that is over', () => {
    loaded();
    const on = (day: string) => {
      const [{ bonusPercent, bonusUntil, facts } = {}] = packLines(day);
      return [bonusPercent, bonusUntil, facts?.lastBonus];
    };
    const june = { percent: 20, until: '2026-06-30' };
    expect(on(TODAY)).toEqual([30, TODAY, june]);
    expect(on('2026-06-30')).toEqual([20, '2026-06-30', { percent: 10, until: '2026-01-31' }]);
    expect(on('2026-12-01')).toEqual([0, null, { percent: 30, until: TODAY }]);
    expect(on('2026-01-01')).toEqual([10, '2026-01-31', null]);
  });

  it('assumes thousands where no source states the fewest points or the step, and says so', () => {
    loaded();
    const lines = packLines(TODAY).map(({ minimum, step, facts }) => [
      [minimum, step],
      [facts.isMinimumStated, facts.isStepStated, facts.isConfirmed],
    ]);
    expect(lines).toEqual([
      [
        [1_500, 500],
        [true, false, true],
      ],
      [
        [1, 1],
        [true, true, false],
      ],
      [
        [5_000, 5_000],
        [false, true, true],
      ],
      [
        [600, 200],
        [true, false, true],
      ],
    ]);
    expect(packLines(TODAY).map(({ facts }) => [facts.time, facts.note, facts.source, facts.asOf])).toEqual([
      ['a day', 'Told twice.', 'A blog', '2026-11-20'],
      ...Array(3).fill([null, null, 'A blog', '2026-11-20']),
    ]);
  });

  it('has the pools that a good source states, from their first day on', () => {
    loaded();
    const on = (day: string) => packPools(day).map(({ currency }) => currency);
    expect(on('2026-12-31')).toEqual(['Avios']);
    expect(on('2027-01-01')).toEqual(['Avios', 'New']);
    expect(packPools('2027-01-01')).toMatchObject([
      { from: null, note: 'Free.', source: 'A blog' },
      { from: '2027-01-01', note: null, source: 'A blog' },
    ]);
  });

  it('counts on households of good sources only', () => {
    loaded();
    expect(packHouseholds().map(({ name, counts, isConfirmed }) => [name, counts, isConfirmed])).toEqual([
      [null, true, true],
      [null, false, false],
      ['Family', false, false],
    ]);
  });

  it('finds a bank by a whole name before one that only begins so, and by the word of a stored line', () => {
    loaded();
    expect(banksNamed('one')).toEqual(['one']);
    expect(banksNamed('one points')).toEqual(['one']);
    expect(banksNamed('one p')).toEqual([]);
    expect(banksAlike('one p')).toEqual(['one', 'one_ca']);
    expect(banksAlike('canada')).toEqual(['one_ca']);
    expect(banksAlike('gb')).toEqual(['one']);
    expect([banksAlike('points'), banksAlike('one'), banksAlike(' ')]).toEqual([[], [], []]);
    expect(banksNamed('points')).toEqual([]);
    expect(banksNamed(' one_ca ')).toEqual(['one_ca']);
    expect(banksNamed('uno')).toEqual(['one']);
    expect(['one', 'mine'].map((bank) => [bankLabel(bank), bankShort(bank), bankCountry(bank)])).toEqual([
      ['One Points', 'One', 'GB'],
      ['mine', 'mine', null],
    ]);
    expect(bankCountry('one_ca')).toBeNull();
  });
});

it.each([
  ['virginatlantic', 130_000, 53_333],
  ['virginatlantic', 59_000, 19_666],
  ['american', 130_000, 43_333],
  ['united', 60_000, 30_000],
])('gives for Marriott points in %s what whole blocks of 60,000 add', (programme, points, miles) => {
  const line = packLines(TODAY).find((each) => each.bank === 'marriott' && each.programme === programme);
  expect(line && milesFor(line, points, TODAY)).toBe(miles);
});
