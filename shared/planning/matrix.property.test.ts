import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { weightOf } from './best-plans.ts';
import { planOfDays } from './matrix.ts';
import { payerOf } from './paying.ts';
import { purses, worlds } from './testing/arbitraries.ts';
import { everyPlan, needsOf } from './testing/brute-force.ts';
import { compareWeights, weightsOf } from './weights.ts';

const DAYS = [0, 1, 2, 3, 4, 5, 6];

it('equals the pairs of each outbound and return day', () => {
  let cells = 0;
  proves(
    0.65,
    [worlds.filter(({ legs }) => legs.length === 2), purses],
    (world, wallet) => {
      const payer = payerOf(wallet);
      const weights = world.legs.map((leg) => weightsOf(leg, 'cheapest', null, 0));
      const planOf = planOfDays({ world, payer, milesMax: null, worth: null, now: 0 });
      const plans = DAYS.map((out) => DAYS.map((back) => planOf(out, back)));
      const pairs = everyPlan(world);
      for (const [out, row] of plans.entries())
        for (const [back, cell] of row.entries()) {
          const own = pairs.filter(
            ([first = 0, last = 0]) => world.legs[0]?.day[first] === out && world.legs[1]?.day[last] === back,
          );
          const paid = own.filter((pair) => payer.pays(needsOf(world, pair)));
          const [least] = (paid.length > 0 ? paid : own)
            .map((pair) => weightOf(weights, pair))
            .sort(compareWeights);
          expect(cell?.weight).toEqual(least);
          expect(cell?.paid).toBe(own.length === 0 ? undefined : paid.length > 0);
          if (cell !== null) cells += 1;
        }
      return plans.flat().some((cell) => cell !== null);
    },
    { numRuns: propertyRuns(200, 5_000) },
  );
  expect(cells).toBeGreaterThan(200);
});
