import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { payerOf } from './paying.ts';
import { PROGRAMMES, purses } from './testing/arbitraries.ts';
import { canPay } from './testing/brute-force.ts';

const RUNS = { numRuns: propertyRuns(400, 20_000) };
const need = fc.record({ programme: fc.constantFrom(...PROGRAMMES), miles: fc.integer({ min: 1, max: 9 }) });

it('pays exactly what some owners, transfers and pools can pay', () => {
  let [paid, more] = [0, 0];
  proves(
    0.2,
    [purses, fc.array(need, { minLength: 1, maxLength: 3 })],
    (wallet, needs) => {
      const payer = payerOf(wallet);
      const can = canPay(wallet, needs);
      expect(payer.pays(needs)).toBe(can);
      expect(payer.isCut()).toBe(false);
      if (can) paid += 1;
      if (can && needs.length > 1) more += 1;
      return can;
    },
    RUNS,
  );
  expect(paid).toBeGreaterThan(RUNS.numRuns / 10);
  expect(more).toBeGreaterThan(RUNS.numRuns / 25);
});

it('names the most miles that one more booking may cost', () => {
  proves(
    0.25,
    [purses, fc.array(need, { maxLength: 2 }), fc.constantFrom(...PROGRAMMES)],
    (wallet, needs, name) => {
      const payer = payerOf(wallet);
      const most = payer.most(needs, name);
      const with_ = (miles: number) => canPay(wallet, [...needs, { programme: name, miles }]);
      if (most > 0) expect(with_(most)).toBe(true);
      expect(with_(most + 1)).toBe(false);
      return most > 0;
    },
    RUNS,
  );
});

it('pays from many banks of fine and coarse steps whatever their order, to the last point', () => {
  const bank = (name: string, owner: string, points: number) => ({
    ...{ kind: 'bank' as const, name, owner, points, expires: null },
  });
  const line = (from: string, programme: string, step: number) => ({
    ...{ bank: from, programme, points: 1, miles: 1, minimum: step, step },
    ...{ bonusPercent: 0, bonusUntil: null },
  });
  const wallet = {
    today: '2027-01-10',
    balances: ['coarse', 'middle', 'fine', 'a_alone'].map((name, at) =>
      bank(name, at === 1 ? 'Ben' : 'Ana', 80_000),
    ),
    transfers: [
      ...['a', 'b', 'd'].map((programme) => line('coarse', programme, 1_000)),
      ...['a', 'b'].map((programme) => line('middle', programme, 100)),
      ...['a', 'b', 'd'].map((programme) => line('fine', programme, 1)),
      line('a_alone', 'a', 1_000),
    ],
    pools: [['b', 'd']],
    households: ['a', 'b'],
  };
  const pays = (a: number, b: number) =>
    payerOf(wallet).pays([
      { programme: 'a', miles: a },
      { programme: 'b', miles: b },
    ]);
  expect(pays(198_000, 122_000)).toBe(true);
  expect(pays(147_000, 173_000)).toBe(true);
  expect(pays(147_550, 172_450)).toBe(true);
  expect(pays(147_550, 172_451)).toBe(false);
  expect(pays(79_999, 240_001)).toBe(false);
  // Two bookings of programmes that share their miles share the steps too.
  const steps = { ...wallet, balances: [bank('coarse', 'Ana', 6)], transfers: [line('coarse', 'b', 2)] };
  const needs = ['b', 'd'].map((programme) => ({ programme, miles: 3 }));
  expect(payerOf(steps).pays(needs)).toBe(true);
});

it('says where there were too many ways to pay to try each', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const banks = Array.from({ length: 7 }, (_, place) => `bank ${place}`);
  const wallet = {
    today: '2027-01-10',
    balances: banks.map((name, place) => ({
      ...{ kind: 'bank' as const, name, owner: 'Ana', points: 20_000 + place * 9_700, expires: null },
    })),
    transfers: banks.flatMap((bank, place) =>
      names.map((programme, at) => ({
        ...{ bank, programme, points: 1 + ((place + at) % 2), miles: 1, minimum: 100, step: 100 },
        ...{ bonusPercent: at === place ? 25 : 0, bonusUntil: '2030-01-01' },
      })),
    ),
    pools: [],
    households: [],
  };
  const payer = payerOf(wallet);
  expect(payer.pays([{ programme: 'a', miles: 1_000 }])).toBe(true);
  expect(payer.isCut()).toBe(false);
  const total = wallet.balances.reduce((sum, { points }) => sum + points, 0);
  const all = names.map((programme) => ({ programme, miles: Math.floor(total / 6) }));
  expect([payer.pays(all), payer.isCut()]).toEqual([false, true]);
});
