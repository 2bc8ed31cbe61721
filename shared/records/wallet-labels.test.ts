import { describe, expect, it } from 'vitest';
import type { Wallet } from '#shared/contract/wallet.ts';
import { movedLabel, optionLabel, staleLabel, tableLabel, walletOption } from './wallet-labels.ts';

const TODAY = '2026-11-26';
/** The pack's facts of a line. */
const facts = (part: object = {}) => ({
  asOf: '2026-09-23',
  until: '2027-03-25',
  isConfirmed: true,
  isMinimumStated: true,
  isStepStated: true,
  time: null,
  note: null,
  source: 'a file',
  lastBonus: null,
  ...part,
});
const line = (bank: string, programme: string, part: Partial<Wallet['transfers'][number]> = {}) => ({
  bank,
  programme,
  points: 1,
  miles: 1,
  minimum: 1_000,
  step: 1_000,
  bonusPercent: 0,
  bonusUntil: null,
  changedAt: null,
  offered: true,
  shipped: true,
  facts: facts(),
  ...part,
});
const balance = (kind: 'programme' | 'bank', name: string, points: number) => ({
  balanceId: name,
  owner: 'You',
  kind,
  name,
  points,
  expires: null,
  updatedAt: 0,
});
const wallet = (part: Partial<Wallet> = {}): Wallet => ({
  today: TODAY,
  travellers: 1,
  balances: [
    balance('programme', 'flyingblue', 20_000),
    balance('bank', 'citi', 35_000),
    balance('bank', 'amex', 9_000),
  ],
  transfers: [
    line('citi', 'flyingblue'),
    line('amex', 'flyingblue', { bonusPercent: 25, bonusUntil: '2026-12-31' }),
  ],
  ...part,
});
const said = (miles: number, part: Partial<Wallet> = {}) => {
  const held = wallet(part);
  return optionLabel(walletOption(held, 'flyingblue', miles), held);
};

describe('one price', () => {
  it('names the bank and the ratio in a cell of a table, with enough points', () => {
    const moved = (miles: number) => movedLabel(walletOption(wallet(), 'flyingblue', miles));
    expect(moved(50_000)).toBe('30k from Citi TY, 1 : 1');
    expect(moved(20_000)).toBeNull();
    expect(moved(90_000)).toBeNull();
    const fine = wallet({ transfers: [line('citi', 'flyingblue', { minimum: 1, step: 1 })] });
    expect(movedLabel(walletOption(fine, 'flyingblue', 24_321))).toBe('4,321 from Citi TY, 1 : 1');
    expect(moved(64_000)).toBe('35k from Citi TY, 1 : 1 and 8k from Amex MR US, 1 : 1');
  });

  it('is bookable, needs a transfer with its ratio and bonus, or is short', () => {
    expect(said(20_000)).toBe('Bookable now');
    expect(said(50_000)).toBe('With 30,000 from Citi ThankYou, 1 : 1');
    expect(said(25_000)).toBe(
      'With 4,000 from American Express Membership Rewards (US), 1 : 1, 25% more until 31 Dec 2026',
    );
    expect(said(60_000)).toBe(
      'With 35,000 from Citi ThankYou, 1 : 1 and 4,000 from American Express Membership Rewards (US), 1 : 1, 25% more until 31 Dec 2026',
    );
    expect(said(40_000, { travellers: 2 })).toBe('Short by 13,750 for 2 seats');
  });

  it('ignores a transfer that the user marked as not offered', () => {
    expect(said(50_000, { transfers: [line('citi', 'flyingblue', { offered: false })] })).toBe(
      'Short by 30,000',
    );
  });
});

describe('a fact past its date', () => {
  const messageFor = (miles: number, part: Partial<Wallet>) =>
    staleLabel(walletOption(wallet(part), 'flyingblue', miles), wallet(part), 'flyingblue');
  const past = { transfers: [line('citi', 'flyingblue', { facts: facts({ until: '2026-11-25' }) })] };

  it('is said of the pack with both its days', () => {
    expect(tableLabel('2027-03-25', 0)).toMatch(/^As of .+ 2026, good until 25 Mar 2027$/);
    // Never good where some of its lines are not.
    expect(tableLabel('2027-03-25', 40)).toMatch(/good until .+ but for 40 lines/u);
    expect(tableLabel('2027-03-26', 40)).toMatch(/^As of .+ 2026, past its date since 25 Mar 2027$/);
  });

  it('is mentioned wherever an answer uses it, line by line', () => {
    expect(messageFor(20_000, past)).toBeNull();
    expect(messageFor(50_000, {})).toBeNull();
    expect(messageFor(50_000, past)).toContain('from 23 Sep 2026 and past its date');
    expect(messageFor(500_000, { today: '2030-01-01' })).toContain('points may reach further, or less far');
  });

  it('is not mentioned where the user wrote the line', () => {
    expect(
      messageFor(50_000, {
        today: '2030-01-01',
        transfers: [line('citi', 'flyingblue', { changedAt: 1, facts: null })],
      }),
    ).toBeNull();
  });

  it('that no good source confirms counts only once the user saves it, and what is short says so', () => {
    const unconfirmed = line('citi', 'flyingblue', { facts: facts({ isConfirmed: false }) });
    expect(said(50_000, { transfers: [unconfirmed] })).toBe('Short by 30,000');
    expect(messageFor(50_000, { transfers: [unconfirmed] })).toContain('Citi ThankYou');
    expect(said(50_000, { transfers: [{ ...unconfirmed, changedAt: 1, facts: null }] })).toBe(
      'With 30,000 from Citi ThankYou, 1 : 1',
    );
  });
});

describe('miles of one currency', () => {
  const avios = (held: number, miles: number, transfers: Wallet['transfers'] = []) => {
    const own = wallet({ balances: [balance('programme', 'british_airways', held)], transfers });
    return optionLabel(walletOption(own, 'qatar', miles), own);
  };

  it('are used at once, and what is short is short after them', () => {
    expect(avios(80_000, 91_000)).toBe('Short by 11,000 with 80,000 Avios from The British Airways Club');
    expect(avios(95_000, 91_000)).toBe('Bookable now with 91,000 Avios from The British Airways Club');
  });
});

it.each(['UNITED', 'United MileagePlus', 'united_'])(
  'miles of a programme pay for records of %s',
  (source) => {
    const has = wallet({ balances: [balance('programme', 'united', 80_000)] });
    expect(walletOption(has, source, 70_000)).toMatchObject({ kind: 'bookable' });
    expect(walletOption(has, 'delta', 70_000)).toMatchObject({ kind: 'short', own: 0 });
  },
);
