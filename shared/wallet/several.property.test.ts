import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import type { Holdings } from './holdings.ts';
import { optionFor } from './options.ts';
import { addUp } from './several.ts';
import { holdings, PROGRAMMES } from './testing/arbitraries.ts';
import { referencePoints, referenceWays } from './testing/reference.ts';

const RUNS = { numRuns: propertyRuns(300, 10_000) };
const need = fc.record({ programme: fc.constantFrom(...PROGRAMMES), miles: fc.integer({ min: 1, max: 25 }) });
const needs = fc.array(need, { maxLength: 4 });

it('adds each programme up separately', () => {
  fc.assert(
    fc.property(holdings, needs, (wallet, all) => {
      const { programmes } = addUp(wallet, all);
      expect(programmes.map(({ programme }) => programme).sort()).toEqual(
        PROGRAMMES.filter((name) => all.some(({ programme }) => programme === name)).sort(),
      );
      for (const { programme, miles, awards, option } of programmes) {
        const own = all.filter((each) => each.programme === programme);
        expect(awards).toBe(own.length);
        expect(miles).toBe(own.reduce((sum, each) => sum + each.miles, 0));
        expect(option).toEqual(optionFor(wallet, programme, miles));
      }
    }),
    RUNS,
  );
});

it('pays for everything at once without spending points twice', () => {
  fc.assert(
    fc.property(holdings, needs, (wallet, all) => {
      const { programmes, together } = addUp(wallet, all);
      if (together.kind !== 'bookable') return;
      const spent = new Map<string, number>();
      for (const { line, points } of together.transfers)
        spent.set(line.bank, (spent.get(line.bank) ?? 0) + points);
      for (const [bank, points] of spent)
        expect(points).toBeLessThanOrEqual(referencePoints(wallet, 'bank', bank));
      for (const { programme, miles } of programmes) {
        const moved = together.transfers.filter(({ line }) => line.programme === programme);
        const had = referencePoints(wallet, 'programme', programme);
        expect(had + moved.reduce((sum, transfer) => sum + transfer.miles, 0)).toBeGreaterThanOrEqual(miles);
        expect(referenceWays(wallet, programme).map(({ given }) => sorted(given))).toContainEqual(
          sorted(moved.map(({ line, points }) => ({ bank: line.bank, points }))),
        );
      }
    }),
    RUNS,
  );
});

it('falls short only where a programme alone does', () => {
  fc.assert(
    fc.property(holdings, needs, (wallet, all) => {
      const { programmes, together } = addUp(wallet, all);
      expect(together.kind === 'short').toBe(programmes.some(({ option }) => option.kind === 'short'));
    }),
    RUNS,
  );
});

it('finds a combination wherever one bank per programme is enough', () => {
  fc.assert(
    fc.property(holdings, needs, (wallet, all) => {
      const { programmes, together } = addUp(wallet, all);
      const missing = programmes.filter(({ option }) => option.kind !== 'bookable');
      if (oneBankEach(wallet, missing, new Map())) expect(together.kind).toBe('bookable');
    }),
    RUNS,
  );
});

/** Tries every bank for every programme, with the fewest points that are enough. */
function oneBankEach(
  wallet: Holdings,
  [first, ...others]: readonly { programme: string; miles: number }[],
  spent: ReadonlyMap<string, number>,
): boolean {
  if (first === undefined) return true;
  const missing = first.miles - referencePoints(wallet, 'programme', first.programme);
  return referenceWays(wallet, first.programme).some(({ given, miles }) => {
    const [only] = given;
    if (given.length !== 1 || only === undefined || miles < missing) return false;
    const used = (spent.get(only.bank) ?? 0) + only.points;
    return (
      used <= referencePoints(wallet, 'bank', only.bank) &&
      oneBankEach(wallet, others, new Map(spent).set(only.bank, used))
    );
  });
}

const sorted = (given: readonly { bank: string; points: number }[]) =>
  given.toSorted((a, b) => a.bank.localeCompare(b.bank));
