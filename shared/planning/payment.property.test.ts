import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { isUsable } from '../wallet/holdings.ts';
import { milesFor } from '../wallet/transfer.ts';
import { payerOf } from './paying.ts';
import { paymentOf, shortOf } from './payment.ts';
import { PROGRAMMES, purses } from './testing/arbitraries.ts';
import { canPay } from './testing/brute-force.ts';

const RUNS = { numRuns: propertyRuns(600, 20_000) };
const need = fc.record({ programme: fc.constantFrom(...PROGRAMMES), miles: fc.integer({ min: 1, max: 9 }) });

it('names transfers and moves that balance to the mile', () => {
  let [moved, transferred] = [0, 0];
  proves(
    0.05,
    [purses, fc.array(need, { minLength: 1, maxLength: 4 })],
    (wallet, needs) => {
      const payment = paymentOf(wallet, needs);
      expect(payment !== null).toBe(payerOf(wallet).pays(needs));
      if (payment === null) return false;
      const accounts = new Map<string, number>();
      const key = (owner: string, kind: string, name: string) => JSON.stringify([owner, kind, name]);
      const add = (account: string, points: number) =>
        accounts.set(account, (accounts.get(account) ?? 0) + points);
      for (const balance of wallet.balances)
        if (isUsable(balance, wallet.today))
          add(key(balance.owner, balance.kind, balance.name), balance.points);
      for (const { owner, line, points, miles } of payment.transfers) {
        expect(wallet.transfers).toContainEqual(line);
        expect([points >= line.minimum, points % line.step]).toEqual([true, 0]);
        expect(miles).toBe(milesFor(line, points, wallet.today));
        add(key(owner, 'bank', line.bank), -points);
        add(key(owner, 'programme', line.programme), miles);
      }
      for (const { owner, from, toOwner, to, miles } of payment.moves) {
        const isPool = from === to || wallet.pools.some((pool) => pool.includes(from) && pool.includes(to));
        expect(isPool).toBe(true);
        expect(owner === toOwner || wallet.households.includes(to)).toBe(true);
        add(key(owner, 'programme', from), -miles);
        add(key(toOwner, 'programme', to), miles);
      }
      for (const [place, { programme, miles }] of needs.entries())
        add(key(payment.paidBy[place] ?? '', 'programme', programme), -miles);
      for (const points of accounts.values()) expect(points).toBeGreaterThanOrEqual(0);
      for (const { owner, kind, name, points } of payment.left)
        expect(points).toBe(accounts.get(key(owner, kind, name)));
      if (payment.moves.length > 0) moved += 1;
      if (payment.transfers.length > 0) transferred += 1;
      return payment.moves.length + payment.transfers.length > 0;
    },
    RUNS,
  );
  expect(moved).toBeGreaterThan(RUNS.numRuns / 40);
  expect(transferred).toBeGreaterThan(RUNS.numRuns / 40);
});

it('moves no more points from banks than any way to pay has to', () => {
  proves(
    0.06,
    [purses, fc.array(need, { minLength: 1, maxLength: 2 })],
    (wallet, needs) => {
      const payment = paymentOf(wallet, needs);
      const points = payment?.transfers.reduce((sum, each) => sum + each.points, 0) ?? 0;
      if (points > 0) expect(canPay(wallet, needs, points - 1)).toBe(false);
      return points > 0;
    },
    RUNS,
  );
});

it('names what is missing: with it everything is paid, with a mile less it is not', () => {
  proves(
    0.5,
    [purses, fc.array(need, { minLength: 1, maxLength: 3 })],
    (wallet, needs) => {
      const short = shortOf(wallet, needs);
      const payer = payerOf(wallet);
      expect(short.length === 0).toBe(payer.pays(needs));
      const total = short.reduce((sum, { miles }) => sum + miles, 0);
      expect(total).toBeLessThanOrEqual(needs.reduce((sum, { miles }) => sum + miles, 0));
      if (needs.length === 1 && total > 0) {
        const [only] = needs;
        const left = { programme: only?.programme ?? '', miles: (only?.miles ?? 0) - total };
        if (left.miles > 0) expect(payer.pays([left])).toBe(true);
        expect(payer.pays([{ ...left, miles: left.miles + 1 }])).toBe(false);
      }
      return short.length > 0;
    },
    RUNS,
  );
});

it('moves points straight into the programme that is booked, not through another that shares its miles', () => {
  const line = (programme: string) => ({
    ...{ bank: 'amex', programme, points: 1, miles: 1, minimum: 1, step: 1 },
    ...{ bonusPercent: 0, bonusUntil: null },
  });
  const lines = ['british_airways', 'qatar'].map(line);
  for (const transfers of [lines, lines.toReversed()]) {
    const wallet = {
      today: '2027-01-10',
      balances: ['Ana', 'Ben'].map((owner) => ({
        ...{ owner, kind: 'bank' as const, name: 'amex', points: 6, expires: null },
      })),
      transfers,
      pools: [['british_airways', 'qatar']],
      households: ['british_airways'],
    };
    const payment = paymentOf(wallet, [{ programme: 'british_airways', miles: 8 }]);
    expect(payment?.transfers.map((each) => each.line.programme)).toEqual([
      'british_airways',
      'british_airways',
    ]);
    expect(payment?.moves).toMatchObject([{ owner: 'Ben', from: 'british_airways', toOwner: 'Ana' }]);
  }
});

it('moves no miles where somebody’s own account of the booked programme pays', () => {
  const balance = (owner: string, name: string) => ({
    ...{ owner, kind: 'programme' as const, name, points: 8, expires: null },
  });
  const wallet = {
    ...{ today: '2027-01-10', transfers: [], households: [] },
    balances: [balance('Ana', 'iberia'), balance('Ben', 'british_airways')],
    pools: [['british_airways', 'iberia']],
  };
  const needs = ['british_airways', 'iberia'].map((programme) => ({ programme, miles: 8 }));
  for (const [order, paidBy] of [
    [needs, ['Ben', 'Ana']],
    [needs.toReversed(), ['Ana', 'Ben']],
  ] as const)
    expect(paymentOf(wallet, order)).toMatchObject({ paidBy, transfers: [], moves: [] });
});
