import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { transferLine } from './testing/arbitraries.ts';
import { referenceMoves } from './testing/reference.ts';
import { fewestPoints, milesFor, mostPoints } from './transfer.ts';

const RUNS = { numRuns: propertyRuns(500, 20_000) };
const TODAY = '2027-03-01';
const line = transferLine('amex', 'aeroplan');
const balance = fc.nat({ max: 60 });

it('transfers what trying every amount finds: in steps, from the minimum on', () => {
  proves(
    0.55,
    [line, balance],
    (each, held) => {
      const moves = referenceMoves(each, held, TODAY);
      expect(mostPoints(each, held)).toBe(moves.at(-1)?.points);
      for (const { points, miles } of moves) expect(milesFor(each, points, TODAY)).toBe(miles);
      return moves.length > 1;
    },
    RUNS,
  );
});

it('needs the fewest points that are enough, and none where no amount is', () => {
  proves(
    0.3,
    [line, balance, fc.integer({ min: 1, max: 90 })],
    (each, held, wanted) => {
      const enough = referenceMoves(each, held, TODAY).filter(({ miles }) => miles >= wanted);
      expect(fewestPoints(each, wanted, held, TODAY)).toBe(enough[0]?.points ?? null);
      return enough.length > 0;
    },
    RUNS,
  );
});

it('counts a bonus on its last day and no longer', () => {
  const bonus = {
    bank: 'citi',
    programme: 'flyingblue',
    points: 1,
    miles: 1,
    minimum: 1_000,
    step: 1_000,
    bonusPercent: 25,
    bonusUntil: TODAY,
  };
  expect(milesFor(bonus, 10_000, TODAY)).toBe(12_500);
  expect(milesFor(bonus, 10_000, '2027-03-02')).toBe(10_000);
});
