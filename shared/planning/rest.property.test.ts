import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { everyPlace } from './candidates.ts';
import { restOf } from './rest.ts';
import { worlds } from './testing/arbitraries.ts';
import { everyPlan } from './testing/brute-force.ts';
import {
  addWeights,
  compareWeights,
  NO_WEIGHT,
  type Weight,
  type Weights,
  weightAt,
  weightsOf,
} from './weights.ts';

const NONE: Weights = { first: new Float64Array(), second: new Float64Array(), third: new Float64Array() };

it('finds the least of the other legs beside each candidate', () => {
  let known = 0;
  proves(
    0.6,
    [worlds],
    (drawn) => {
      const world = { ...drawn, returnsTo: () => true };
      const numbers = world.airports.map((_, at) => at);
      const ends = {
        start: 0,
        days: 7,
        origins: world.legs.map(() => numbers),
        destinations: world.legs.map(() => numbers),
      };
      const ranking = world.legs.map((leg) => weightsOf(leg, 'cheapest', null, 0));
      const rest = restOf(world, world.legs.map(everyPlace), ranking, ends);
      const plans = everyPlan(world);
      for (const [leg, { count, day, origin, destination }] of world.legs.entries())
        for (let place = 0; place < count; place++) {
          const others = plans
            .filter((plan) => plan[leg] === place)
            .map((plan) =>
              plan.reduce<Weight>(
                (sum, at, of) => (of === leg ? sum : addWeights(sum, weightAt(ranking[of] ?? NONE, at))),
                NO_WEIGHT,
              ),
            )
            .sort(compareWeights);
          const [least] = others;
          expect(rest(leg, day[place] ?? 0, origin[place] ?? 0, destination[place] ?? 0)).toEqual(
            least === undefined ? null : { rank: least[0], cost: least[1] },
          );
          if (least !== undefined && least[1] > 0) known += 1;
        }
      return plans.length > 0;
    },
    { numRuns: propertyRuns(200, 5_000) },
  );
  expect(known).toBeGreaterThan(200);
});
