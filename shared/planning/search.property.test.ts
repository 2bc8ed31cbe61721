import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { bestPlans, meansOf, weightOf } from './best-plans.ts';
import { payerOf } from './paying.ts';
import { bestPlan } from './search.ts';
import { purses, worlds } from './testing/arbitraries.ts';
import { canPay, differ, everyPlan, firstOf, needsOf, orderOf } from './testing/brute-force.ts';
import { type MileWorth, weightsOf } from './weights.ts';

const RUNS = { numRuns: propertyRuns(300, 6_000) };
const worths = fc.constantFrom<MileWorth | null>(null, [1, 2, 3], [3, undefined, 1]);
const objectives = fc.constantFrom('cheapest' as const, 'fewest_hours' as const, 'most_certain' as const);
const limits = fc.option(fc.integer({ min: 5, max: 25 }), { nil: null });
const NOW = 600_000;

it('finds the plan of least weight that can be paid for', () => {
  let [payable, dearer] = [0, 0];
  proves(
    0.25,
    [worlds, purses, worths, objectives, limits],
    (world, wallet, worth, objective, milesMax) => {
      const weights = world.legs.map((leg) => weightsOf(leg, objective, worth, NOW));
      const plans = everyPlan(world).filter(
        (plan) =>
          needsOf(world, plan).reduce((sum, { miles }) => sum + miles, 0) <= (milesMax ?? Number.MAX_VALUE),
      );
      const known = new Map<string, boolean>();
      const isPaid = (plan: readonly number[]) => {
        const needs = needsOf(world, plan);
        const key = JSON.stringify(needs);
        const can = known.get(key) ?? canPay(wallet, needs);
        known.set(key, can);
        return can;
      };
      const paid = plans.filter(isPaid);
      const found = bestPlan({ world, weights, means: meansOf(payerOf(wallet), milesMax) });
      const order = (plan: readonly number[]) => orderOf(world, plan, objective, worth, NOW);
      const first = firstOf(plans.map(order));
      const best = firstOf(paid.map(order));
      expect(found === null ? null : order(found.choice)).toEqual(best);
      if (found !== null) {
        expect(weightOf(weights, found.choice)).toEqual(found.weight);
        expect(plans).toContainEqual([...found.choice]);
        expect(isPaid(found.choice)).toBe(true);
        payable += 1;
        if (first?.join() !== best?.join()) dearer += 1;
      }
      const any = bestPlan({ world, weights, means: meansOf(null, milesMax) });
      expect(any === null ? null : order(any.choice)).toEqual(first);
      return found !== null;
    },
    RUNS,
  );
  // In so many worlds there was a plan that can be paid for, and in so many the wallet, not the price, decided.
  expect(payable).toBeGreaterThan(RUNS.numRuns / 6);
  expect(dearer).toBeGreaterThan(RUNS.numRuns / 25);
});

it('shows three plans that differ in more than a date, each the best of those left', () => {
  let three = 0;
  proves(
    0.5,
    [worlds, purses, worths],
    (world, wallet, worth) => {
      const payer = payerOf(wallet);
      const all = everyPlan(world);
      const shown = bestPlans({ world, payer, milesMax: null, worth, now: NOW });
      for (const [place, plan] of shown.entries())
        for (const other of shown.slice(0, place))
          expect(differ(world, plan.choice, other.choice)).toBe(true);
      // What is called the most certain has odds for each of its flights.
      for (const { choice } of shown.filter(({ kinds }) => kinds.includes('most_certain')))
        expect(choice.filter((at, leg) => (world.legs[leg]?.doubt[at] ?? 0) >= 1_000_000)).toEqual([]);
      for (const [place, plan] of shown.entries()) {
        const [kind = 'next'] = plan.kinds;
        const objective = kind === 'next' ? 'cheapest' : kind;
        const order = (one: readonly number[]) => orderOf(world, one, objective, worth, NOW);
        const before = shown.slice(0, place).map(({ choice }) => choice);
        const left = all
          .filter((one) => before.every((other) => differ(world, one, other)))
          .filter(
            (one) =>
              objective !== 'fewest_hours' ||
              one.every((at, leg) => (world.legs[leg]?.minutes[at] ?? -1) >= 0),
          );
        const paid = left.filter((one) => !payer.isEmpty && payer.pays(needsOf(world, one)));
        expect(plan.paid).toBe(paid.length > 0);
        expect(order(plan.choice)).toEqual(firstOf((paid.length > 0 ? paid : left).map(order)));
      }
      expect(shown.length === 0).toBe(all.length === 0);
      if (shown.length === 3) three += 1;
      else expect(all.every((one) => shown.some(({ choice }) => !differ(world, one, choice)))).toBe(true);
      return shown.length > 1;
    },
    RUNS,
  );
  expect(three).toBeGreaterThan(RUNS.numRuns / 4);
});
