import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../testing/property-runs.ts';
import { proves } from '../testing/proves.ts';
import { bestPlans, meansOf, weightOf } from './best-plans.ts';
import { payerOf } from './paying.ts';
import { bestPlan } from './search.ts';
import { purses, worlds } from './testing/arbitraries.ts';
import { canPay, differ, everyPlan, needsOf } from './testing/brute-force.ts';
import { compareWeights, type MileWorth, type Weight, weightsOf } from './weights.ts';

const RUNS = { numRuns: propertyRuns(300, 6_000) };
const worths = fc.constantFrom<MileWorth | null>(null, [1, 2, 3], [3, undefined, 1]);
const objectives = fc.constantFrom('cheapest' as const, 'fewest_hours' as const, 'most_certain' as const);
const limits = fc.option(fc.integer({ min: 5, max: 25 }), { nil: null });
const NOW = 600_000;

const least = (weights: readonly Weight[]): Weight | null => weights.toSorted(compareWeights)[0] ?? null;

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
      const best = least(paid.map((plan) => weightOf(weights, plan)));
      expect(found?.weight ?? null).toEqual(best);
      if (found !== null) {
        expect(weightOf(weights, found.choice)).toEqual(found.weight);
        expect(plans).toContainEqual([...found.choice]);
        expect(isPaid(found.choice)).toBe(true);
        payable += 1;
        if (
          compareWeights(least(plans.map((plan) => weightOf(weights, plan))) ?? [0, 0, 0], found.weight) < 0
        )
          dearer += 1;
      }
      const any = bestPlan({ world, weights, means: meansOf(null, milesMax) });
      expect(any?.weight ?? null).toEqual(least(plans.map((plan) => weightOf(weights, plan))));
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
      for (const [place, plan] of shown.entries()) {
        const [kind = 'next'] = plan.kinds;
        const objective = kind === 'next' ? 'cheapest' : kind;
        const weights = world.legs.map((leg) => weightsOf(leg, objective, worth, NOW));
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
        expect(plan.weight).toEqual(
          least((paid.length > 0 ? paid : left).map((one) => weightOf(weights, one))),
        );
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
