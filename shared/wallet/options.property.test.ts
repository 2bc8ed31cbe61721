import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import type { Holdings } from './holdings.ts';
import { optionFor, reachOf } from './options.ts';
import { holdings, PROGRAMMES } from './testing/arbitraries.ts';
import { referenceMoves, referencePoints, referenceWays } from './testing/reference.ts';

const RUNS = { numRuns: propertyRuns(300, 10_000) };
const programme = fc.constantFrom(...PROGRAMMES);
const miles = fc.oneof(fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 90 }));

it('gives for every price what trying every transfer gives', () => {
  proves(
    0.15,
    [holdings, programme, miles],
    (wallet, name, price) => {
      const own = referencePoints(wallet, 'programme', name);
      const most = own + Math.max(...referenceWays(wallet, name).map((way) => way.miles));
      expect(reachOf(wallet, name)).toEqual({ own, pooled: own, transfers: most });
      const option = optionFor(wallet, name, price);
      if (own >= price)
        expect(option).toEqual({ kind: 'bookable', owner: 'You', household: false, own, moved: [] });
      else if (most < price)
        expect(option).toEqual({
          kind: 'short',
          owner: 'You',
          household: false,
          own,
          moved: [],
          by: price - most,
        });
      else expect(option).toMatchObject({ kind: 'transfer', own });
      return option.kind === 'transfer';
    },
    RUNS,
  );
});

it('names possible options, with as few banks as any option has', () => {
  proves(
    0.15,
    [holdings, programme, miles],
    (wallet, name, price) => {
      const option = optionFor(wallet, name, price);
      if (option.kind !== 'transfer') return false;
      const missing = price - option.own;
      const fewest = Math.min(
        ...referenceWays(wallet, name)
          .filter((way) => way.miles >= missing)
          .map(({ given }) => given.length),
      );
      for (const way of option.ways) {
        expect(way).toHaveLength(fewest);
        expect(way.reduce((sum, transfer) => sum + transfer.miles, 0)).toBeGreaterThanOrEqual(missing);
        for (const { line, points, miles: become } of way)
          expect(movesOf(wallet, line.bank, name)).toContainEqual({ points, miles: become });
      }
      return option.ways.length > 0;
    },
    RUNS,
  );
});

it('names every bank that is enough alone, with its fewest points, the fewest first', () => {
  proves(
    0.15,
    [holdings, programme, miles],
    (wallet, name, price) => {
      const option = optionFor(wallet, name, price);
      if (option.kind !== 'transfer') return false;
      const alone = new Map<string, number>();
      for (const { given, miles: become } of referenceWays(wallet, name)) {
        const [only] = given;
        if (given.length !== 1 || only === undefined || become < price - option.own) continue;
        alone.set(only.bank, Math.min(only.points, alone.get(only.bank) ?? only.points));
      }
      if (alone.size === 0) return false;
      expect(new Map(option.ways.map(([first]) => [first?.line.bank, first?.points]))).toEqual(alone);
      const points = option.ways.map(([first]) => first?.points ?? 0);
      expect(points).toEqual(points.toSorted((a, b) => a - b));
      return true;
    },
    RUNS,
  );
});

it('ignores miles of other programmes, and expired ones', () => {
  proves(
    0.55,
    [holdings, programme, miles],
    (wallet, name, price) => {
      const isOther = (kind: string, of: string) => kind === 'programme' && of !== name;
      const without: Holdings = {
        ...wallet,
        balances: wallet.balances.filter(
          ({ kind, name: of, expires }) =>
            !isOther(kind, of) && (expires === null || expires >= wallet.today),
        ),
        transfers: wallet.transfers.filter((line) => line.programme === name),
      };
      expect(optionFor(without, name, price)).toEqual(optionFor(wallet, name, price));
      return without.balances.length < wallet.balances.length;
    },
    RUNS,
  );
});

const movesOf = (wallet: Holdings, bank: string, name: string) =>
  wallet.transfers
    .filter((line) => line.bank === bank && line.programme === name)
    .flatMap((line) => referenceMoves(line, referencePoints(wallet, 'bank', bank), wallet.today));
