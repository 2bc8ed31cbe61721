import { describe, expect, it } from 'vitest';
import type { Wallet } from '#shared/contract/wallet.ts';
import { figuresIn } from '#shared/testing/figures-in.ts';
import { packLines } from '#shared/wallet/transfer-table.ts';
import { paymentLabels } from './payment-labels.ts';
import { movedLabel, optionLabel, optionNotes, tableLabel, walletOption } from './wallet-labels.ts';

const NOTHING = { transfers: [], moves: [] };
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
    expect(moved(50_000)).toBe('19k from Citi TY, 1 : 1 and 9k from Amex MR US, 1 : 1');
    expect(moved(20_000)).toBeNull();
    expect(moved(90_000)).toBeNull();
    const fine = wallet({ transfers: [line('citi', 'flyingblue', { minimum: 1, step: 1 })] });
    expect(movedLabel(walletOption(fine, 'flyingblue', 24_321))).toBe('4,321 from Citi TY, 1 : 1');
    expect(moved(30_000)).toBe('8k from Amex MR US, 1 : 1');
  });

  it('is bookable, needs a transfer with its ratio and bonus, or is short', () => {
    const bonus = ['1 : 1', '25%', '31', '2026'];
    expect([20_000, 50_000, 25_000, 60_000].map((miles) => figuresIn(said(miles)))).toEqual([
      [],
      ['19,000', '1 : 1', '9,000', ...bonus],
      ['4,000', ...bonus],
      ['29,000', '1 : 1', '9,000', ...bonus],
    ]);
    expect(figuresIn(said(40_000, { travellers: 2 }))).toEqual(['13,750', '2']);
  });

  it('ignores a transfer that the user marked as not offered', () => {
    const offered = wallet({ transfers: [line('citi', 'flyingblue', { offered: false })] });
    expect(walletOption(offered, 'flyingblue', 50_000)).toMatchObject({ kind: 'short', by: 30_000 });
  });
});

describe('a price that several banks or people pay', () => {
  const packed = (): Wallet['transfers'] =>
    packLines(TODAY).map((each) => ({ ...each, changedAt: null, offered: true, shipped: true }));
  const held = (balances: Wallet['balances'], travellers = 1) =>
    wallet({ balances, travellers, transfers: packed() });
  const amex = balance('bank', 'amex', 50_500);
  const capital = balance('bank', 'capitalone', 30_000);
  const bonvoy = balance('bank', 'marriott', 130_000);

  it('is paid with the fewest points, by banks of the best ratio first', () => {
    const all = held([amex, capital, bonvoy], 2);
    const option = walletOption(all, 'virginatlantic', 54_500);
    const points = option.kind === 'transfer' ? option.payment.transfers : [];
    expect(Object.fromEntries(points.map(({ line: { bank }, points: moved }) => [bank, moved]))).toEqual({
      amex: 50_000,
      capitalone: 30_000,
      marriott: expect.any(Number),
    });
    // Capital One's points land in Virgin Red first.
    expect(paymentLabels(option.kind === 'transfer' ? option.payment : NOTHING, TODAY).at(-1)).toMatch(
      /30,000 Virgin Red.* on to Virgin Atlantic/u,
    );
    expect(optionNotes(option, all, 'virginatlantic').join()).toMatch(/linked accounts/u);
  });

  it('says whose points go, that a household account is needed, and on what terms Avios move', () => {
    const ana = { ...balance('programme', 'qatar', 30_000), owner: 'Ana' };
    const all = held([balance('programme', 'british_airways', 80_000), amex, capital, ana], 2);
    const option = walletOption(all, 'british_airways', 88_000);
    expect(optionLabel(option, all)).toMatch(/30,000 Avios from Qatar.* of Ana, and .* of You.*household/u);
    const notes = optionNotes(option, all, 'british_airways').join();
    expect(notes).toMatch(/each of them needs an account/u);
    expect(notes).toMatch(/30 days.*as of/u);
  });

  it('says what a bank charges for it', () => {
    const one = held([amex]);
    expect(optionNotes(walletOption(one, 'delta', 20_000), one, 'delta').join()).toContain('excise fee');
  });

  it('names the one who pays where several could', () => {
    const ana = { ...balance('programme', 'delta', 30_000), owner: 'Ana' };
    const both = held([ana, balance('programme', 'delta', 5_000)]);
    expect(optionLabel(walletOption(both, 'delta', 20_000), both)).toBe('Bookable now by Ana');
    expect(optionLabel(walletOption(both, 'delta', 40_000), both)).toBe('Short by 10,000');
  });
});

describe('a fact past its date', () => {
  const messageFor = (miles: number, part: Partial<Wallet>) =>
    optionNotes(walletOption(wallet(part), 'flyingblue', miles), wallet(part), 'flyingblue')[0] ?? null;
  const past = { transfers: [line('citi', 'flyingblue', { facts: facts({ until: '2026-11-25' }) })] };

  it('is said of the pack with both its days', () => {
    const days = expect.arrayContaining(['25', '2027']);
    expect(figuresIn(tableLabel('2027-03-25', 0))).toEqual(days);
    // Never good where some of its lines are not.
    expect(figuresIn(tableLabel('2027-03-25', 40)).at(-1)).toBe('40');
    expect(figuresIn(tableLabel('2027-03-26', 40))).toEqual(days);
    expect(tableLabel('2027-03-26', 0)).not.toBe(tableLabel('2027-03-25', 0));
  });

  it('is mentioned wherever an answer uses it, line by line', () => {
    expect(messageFor(20_000, past)).toBeNull();
    expect(messageFor(50_000, {})).toBeNull();
    expect(figuresIn(messageFor(50_000, past))).toEqual(expect.arrayContaining(['23', '2026']));
    expect(messageFor(500_000, { today: '2030-01-01' })).not.toBeNull();
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
    const kindWith = (transfers: Wallet['transfers']) =>
      walletOption(wallet({ transfers }), 'flyingblue', 50_000).kind;
    expect(kindWith([unconfirmed])).toBe('short');
    expect(messageFor(50_000, { transfers: [unconfirmed] })).toContain('Citi ThankYou');
    expect(kindWith([{ ...unconfirmed, changedAt: 1, facts: null }])).toBe('transfer');
  });
});

describe('miles of one currency', () => {
  const avios = (held: number, miles: number, transfers: Wallet['transfers'] = []) => {
    const own = wallet({ balances: [balance('programme', 'british_airways', held)], transfers });
    return optionLabel(walletOption(own, 'qatar', miles), own);
  };

  it('are used at once, and what is short is short after them', () => {
    expect(figuresIn(avios(80_000, 91_000))).toEqual(['11,000']);
    expect(figuresIn(avios(95_000, 91_000))).toEqual(['91,000']);
  });
});
