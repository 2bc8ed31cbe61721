import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../dates.ts';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { reachOf } from './one-award.ts';
import { reachStretches } from './reach.ts';
import { PROGRAMMES, purses } from './testing/arbitraries.ts';

it('gives for every future day, once, what is within reach on it', () => {
  proves(
    0.35,
    [purses, fc.nat({ max: 10 })],
    (wallet, ahead) => {
      const day = addDays(wallet.today, ahead);
      const stretches = reachStretches(wallet, PROGRAMMES).filter(
        ({ from, until }) => from <= day && day <= until,
      );
      expect(stretches.map(({ programme }) => programme)).toEqual(PROGRAMMES);
      for (const { programme, pooled, transfers } of stretches)
        expect({ pooled, transfers }).toEqual(reachOf({ ...wallet, today: day })(programme));
      return stretches.some(({ transfers }) => transfers > 0);
    },
    { numRuns: propertyRuns(300, 5_000) },
  );
});

it('counts two programmes as one account from the day of their merger, and as two before', () => {
  proves(
    0.15,
    [purses, fc.nat({ max: 5 }), fc.nat({ max: 10 })],
    (wallet, merged, ahead) => {
      const day = addDays(wallet.today, ahead);
      const from = addDays(wallet.today, merged);
      const [one = '', other = ''] = PROGRAMMES;
      const on = (name: string, date: string) => (name === other && date >= from ? one : name);
      const found = reachStretches(wallet, PROGRAMMES, { on, days: [from] }).filter(
        (stretch) => stretch.from <= day && day <= stretch.until,
      );
      const onDay = { ...wallet, today: day };
      const both = {
        ...onDay,
        balances: wallet.balances.map((balance) =>
          balance.kind === 'programme' ? { ...balance, name: on(balance.name, day) } : balance,
        ),
      };
      expect(found.map(({ pooled }) => pooled)).toEqual(
        PROGRAMMES.map((name) => reachOf(both)(on(name, day)).pooled),
      );
      return found.some(({ pooled }) => pooled > 0);
    },
    { numRuns: propertyRuns(200, 5_000) },
  );
});
