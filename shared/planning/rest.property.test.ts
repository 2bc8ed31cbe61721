import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { everyPlace } from './candidates.ts';
import { restOf } from './rest.ts';
import { worlds } from './testing/arbitraries.ts';
import { everyPlan } from './testing/brute-force.ts';

it('finds the least cost of the other legs beside each candidate', () => {
  let known = 0;
  fc.assert(
    fc.property(worlds, (drawn) => {
      const world = { ...drawn, returnsTo: () => true };
      const numbers = world.airports.map((_, at) => at);
      const ends = {
        start: 0,
        days: 7,
        origins: world.legs.map(() => numbers),
        destinations: world.legs.map(() => numbers),
      };
      const rest = restOf(
        world,
        world.legs.map(everyPlace),
        world.legs.map(({ miles }) => miles),
        ends,
      );
      const plans = everyPlan(world);
      for (const [leg, { count, day, origin, destination }] of world.legs.entries())
        for (let place = 0; place < count; place++) {
          const others = plans
            .filter((plan) => plan[leg] === place)
            .map((plan) =>
              plan.reduce((sum, at, of) => (of === leg ? sum : sum + (world.legs[of]?.miles[at] ?? 0)), 0),
            );
          const least = others.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
          expect(rest(leg, day[place] ?? 0, origin[place] ?? 0, destination[place] ?? 0)).toBe(least);
          if (least > 0 && least < Number.POSITIVE_INFINITY) known += 1;
        }
    }),
    { numRuns: propertyRuns(200, 5_000) },
  );
  expect(known).toBeGreaterThan(200);
});
