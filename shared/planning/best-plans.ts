/** Three plans that differ in more than a date, each the best of its kind among those that differ from the ones before. */

import { everyPlace, kindOfLeg, type PlanChoice, placesWhere, type World } from './candidates.ts';
import type { FoundPlan, PlanMeans } from './payable.ts';
import type { Need, Payer } from './paying.ts';
import { affordablePlaces, bestPlan } from './search.ts';
import {
  compareWeights,
  type MileWorth,
  type Objective,
  type Weight,
  type Weights,
  weightsFor,
} from './weights.ts';

type PlanKind = Objective | 'next';

export type BestPlan = { kinds: PlanKind[]; choice: PlanChoice; weight: Weight; paid: boolean };

export type PlansRequest = {
  world: World;
  payer: Payer;
  /** Most miles of a plan, for all travellers; null: any. */
  milesMax: number | null;
  worth: MileWorth | null;
  /** UTC ms. */
  now: number;
};

const SHOWN = 3;

/** What a plan may cost: within the question's most miles and, where wanted, what the wallet pays. */
export function meansOf(payer: Payer | null, milesMax: number | null): PlanMeans | null {
  if (payer === null && milesMax === null) return null;
  const sumOf = (needs: readonly Need[]) => needs.reduce((sum, { miles }) => sum + miles, 0);
  const limit = milesMax ?? Number.MAX_SAFE_INTEGER;
  return {
    pays: (needs) => sumOf(needs) <= limit && (payer === null || payer.pays(needs)),
    most: (needs, programme) =>
      Math.min(limit - sumOf(needs), payer === null ? limit : payer.most(needs, programme)),
  };
}

/** The best plan of one kind: one that the wallet pays for if there is any, otherwise the best of the others. */
export const bestOfKind = (
  { payer, milesMax }: Pick<PlansRequest, 'payer' | 'milesMax'>,
  find: (means: PlanMeans | null) => FoundPlan | null,
): PaidPlan | null =>
  paidFirst(payer.isEmpty ? null : meansOf(payer, milesMax), meansOf(null, milesMax), find);

type PaidPlan = FoundPlan & { paid: boolean };

/** @param paid null where there is no wallet */
function paidFirst(
  paid: PlanMeans | null,
  any: PlanMeans | null,
  find: (means: PlanMeans | null) => FoundPlan | null,
): PaidPlan | null {
  const first = paid === null ? null : find(paid);
  if (first !== null) return { ...first, paid: true };
  const other = find(any);
  return other === null ? null : { ...other, paid: false };
}

const isAlike = ({ legs }: World, one: PlanChoice, other: PlanChoice): boolean =>
  legs.every((leg, at) => kindOfLeg(leg, one[at] ?? 0) === kindOfLeg(leg, other[at] ?? 0));

/**
 * The best plan that differs from every given one in more than a date: it differs from each in one leg at least, so every
 * way to choose these legs is searched, with the best so far as the limit.
 */
function bestUnlike(
  world: World,
  weights: readonly Weights[],
  places: readonly Int32Array[],
  means: PlanMeans | null,
  taken: readonly PlanChoice[],
): FoundPlan | null {
  let best: FoundPlan | null = null;
  const known = new Map<string, Int32Array>();
  /** The same places again for the same exclusions, so that what is known of them is not found again. */
  const without = (leg: number, kinds: readonly number[]): Int32Array => {
    const ofLeg = places[leg] ?? new Int32Array();
    const [candidates, key] = [world.legs[leg], `${leg} ${[...kinds].sort().join()}`];
    if (kinds.length === 0 || candidates === undefined) return ofLeg;
    const found =
      known.get(key) ?? placesWhere(ofLeg, (place) => !kinds.includes(kindOfLeg(candidates, place)));
    known.set(key, found);
    return found;
  };
  const search = (rest: readonly PlanChoice[], excluded: readonly (readonly number[])[]): void => {
    const [first, ...others] = rest;
    if (first === undefined) {
      const below = best?.weight;
      const some = excluded.map((kinds, leg) => without(leg, kinds));
      best = bestPlan({ world, weights, means, places: some, ...(below !== undefined && { below }) }) ?? best;
      return;
    }
    for (const [at, leg] of world.legs.entries()) {
      const kind = kindOfLeg(leg, first[at] ?? 0);
      search(
        others,
        excluded.map((kinds, of) => (of === at && !kinds.includes(kind) ? [...kinds, kind] : kinds)),
      );
    }
  };
  search(
    taken,
    world.legs.map(() => []),
  );
  return best;
}

/** Doubt of a record of which nothing is known. */
const NOTHING_KNOWN = 1_000_000;

/**
 * At most three plans: the cheapest, the one of the fewest hours, the most certain, then the next cheapest. One that is
 * best of two kinds says so. Without odds for each of its legs, no plan is called the most certain.
 */
export function bestPlans(request: PlansRequest): BestPlan[] {
  const { world, worth, now } = request;
  const plans: BestPlan[] = [];
  const weigh = world.legs.map((leg) => weightsFor(leg, worth, now));
  const paid = request.payer.isEmpty ? null : meansOf(request.payer, request.milesMax);
  const any = meansOf(null, request.milesMax);
  const places = new Map<string, readonly Int32Array[]>();
  /** Those with trip details for the fewest hours; found once for each kind and means. */
  const placesFor = (objective: Objective, means: PlanMeans | null): readonly Int32Array[] => {
    const isTimed = objective === 'fewest_hours';
    const key = `${isTimed} ${means === paid}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    const timed = world.legs.map((leg) =>
      isTimed ? placesWhere(everyPlace(leg), (place) => (leg.minutes[place] ?? -1) >= 0) : everyPlace(leg),
    );
    const found = affordablePlaces(world, means, timed);
    places.set(key, found);
    return found;
  };
  const add = (kind: PlanKind) => {
    if (plans.length >= SHOWN) return;
    const objective = kind === 'next' ? 'cheapest' : kind;
    const weights = weigh.map((of) => of(objective));
    const unlike = (taken: readonly PlanChoice[]) => {
      const find = (means: PlanMeans | null) =>
        bestUnlike(world, weights, placesFor(objective, means), means, taken);
      return paidFirst(paid, any, find);
    };
    const best = unlike([]);
    if (best === null) return;
    const isDoubtful = ({ weight }: { weight: Weight }) =>
      kind === 'most_certain' && weight[1] >= NOTHING_KNOWN;
    if (isDoubtful(best)) return;
    const same = plans.find(
      ({ choice, paid }) =>
        paid === best.paid &&
        isAlike(world, choice, best.choice) &&
        compareWeights(weightOf(weights, choice), best.weight) === 0,
    );
    if (same !== undefined && kind !== 'next') {
      same.kinds.push(kind);
      return;
    }
    const isTaken = plans.some(({ choice }) => isAlike(world, choice, best.choice));
    const found = isTaken ? unlike(plans.map(({ choice }) => choice)) : best;
    if (found !== null && !isDoubtful(found)) plans.push({ ...found, kinds: [kind] });
  };
  for (const kind of ['cheapest', 'fewest_hours', 'most_certain', 'next', 'next'] as const) add(kind);
  return plans;
}

/** The weight of a plan by another objective. */
export const weightOf = (weights: readonly Weights[], choice: PlanChoice): Weight =>
  choice.reduce<Weight>(
    ([first, second, third], place, leg) => [
      first + (weights[leg]?.first[place] ?? 0),
      second + (weights[leg]?.second[place] ?? 0),
      third + (weights[leg]?.third[place] ?? 0),
    ],
    [0, 0, 0],
  );
