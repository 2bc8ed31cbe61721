import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { optionFor, otherWays, reachOf } from './one-award.ts';
import { PROGRAMMES, purses } from './testing/arbitraries.ts';
import { canPay } from './testing/brute-force.ts';

const RUNS = { numRuns: propertyRuns(400, 10_000) };
const need = fc.record({ programme: fc.constantFrom(...PROGRAMMES), miles: fc.integer({ min: 1, max: 20 }) });

it('is bookable, needs a transfer or is short as the reach of its programme says, which the filter compares', () => {
  proves(
    0.4,
    [purses, need],
    (wallet, one) => {
      const option = optionFor(wallet, one);
      const { pooled, transfers } = reachOf(wallet)(one.programme);
      expect(option.kind).toBe(
        one.miles <= pooled ? 'bookable' : one.miles <= transfers ? 'transfer' : 'short',
      );
      if (option.kind === 'short') expect(option.by).toBe(one.miles - transfers);
      return transfers > 0;
    },
    RUNS,
  );
});

it('names beside it each bank account that is enough alone, with its fewest points', () => {
  proves(
    0.2,
    [purses, need, fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 })],
    (drawn, one, first, second) => {
      const wallet = {
        ...drawn,
        balances: [first, second].map((points, at) => ({
          ...{ owner: 'Ana', kind: 'bank' as const, name: ['x', 'y'][at] ?? '', points, expires: null },
        })),
        transfers: ['x', 'y'].map((bank, at) => ({
          ...{ bank, programme: one.programme, points: 1 + at, miles: 1, minimum: 2, step: 1 + at },
          ...{ bonusPercent: 0, bonusUntil: null },
        })),
      };
      const others = otherWays(wallet, one, optionFor(wallet, one));
      for (const { transfers } of others) {
        const [{ line } = { line: { bank: '' } }] = transfers;
        const alone = {
          ...wallet,
          balances: wallet.balances.filter((each) => each.name === line.bank),
        };
        const points = transfers.reduce((sum, each) => sum + each.points, 0);
        expect([canPay(alone, [one], points), canPay(alone, [one], points - 1)]).toEqual([true, false]);
      }
      return others.length > 0;
    },
    RUNS,
  );
});
