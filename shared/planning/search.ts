/**
 * The best plan: one candidate for each leg, in order of time and place, of the least weight that can be paid for. Exact:
 * a part is left out only where nothing in it can be better than a plan already found, or nothing in it can be paid for.
 */

import { boundsOf, endsOf, type Field, stateOf } from './bounds.ts';
import { everyPlace, type World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lower, newLeastTable } from './least-table.ts';
import { bestPayable, type FoundPlan, needOf, type PlanMeans } from './payable.ts';
import { compareWeights, NO_WEIGHT, type Weight, type Weights } from './weights.ts';

export type SearchRequest = {
  world: World;
  weights: readonly Weights[];
  /** Null where everything can be paid for. */
  means: PlanMeans | null;
  /** The candidates of each leg to choose from; all that could be paid for alone if absent. */
  places?: readonly Int32Array[];
  /** Only a plan of less weight is of use. */
  below?: Weight;
};

/** The plan of least weight; null where there is none, or none below the given weight. */
export function bestPlan({ world, weights, means, places, below }: SearchRequest): FoundPlan | null {
  const all = places ?? affordablePlaces(world, means);
  if (all.some((ofLeg) => ofLeg.length === 0)) return null;
  const whole: Field = { ...endsOf(world), world, places: all, weights };
  const groups = homeGroups(whole);
  if (groups === null) return bestIn(whole, boundsOf(whole), means, below ?? null);
  return groups.reduce<FoundPlan | null>((best, { part, least }) => {
    const limit = best?.weight ?? below ?? null;
    // Wherever a trip ends, it weighs no less than if it might end anywhere.
    if (limit !== null && compareWeights(least, limit) >= 0) return best;
    const field = part();
    return bestIn(field, boundsOf(field), means, limit) ?? best;
  }, null);
}

/** The candidates of each leg that could be paid for if they were the only leg; of `some`, or of all. */
export function affordablePlaces(
  world: World,
  means: PlanMeans | null,
  some: readonly Int32Array[] = world.legs.map(everyPlace),
): readonly Int32Array[] {
  if (means === null) return some;
  const most = world.programmes.map((programme) => means.most([], programme));
  return some.map((places, leg) => {
    const { miles, programme } = world.legs[leg] ?? {};
    return places.filter((place) => (miles?.[place] ?? 0) <= (most[programme?.[place] ?? 0] ?? 0));
  });
}

/**
 * Splits a field by the airports that a trip may end at, which depend on where it began, so that any first and last leg of a
 * part go together. Each part with the least that it can weigh, the least first; null where one part is all.
 */
function homeGroups(field: Field): { part: () => Field; least: Weight }[] | null {
  const { world, places, weights } = field;
  const [first, last, own] = [world.legs[0], world.legs.at(-1), weights[0]];
  if (first === undefined || last === undefined || own === undefined) return null;
  const starts = field.origins[0] ?? [];
  const ends = field.destinations.at(-1) ?? [];
  const homes = new Map(
    starts.map((start) => [start, ends.filter((end) => world.returnsTo(end, start)).join()] as const),
  );
  if (starts.every((start) => homes.get(start) === ends.join())) return null;
  const after = boundsOf(field)[0] ?? null;
  const least = newLeastTable(world.airports.length);
  for (const place of places[0] ?? []) {
    const lands = stateOf(field, first.day[place] ?? 0, first.destination[place] ?? 0);
    if (after !== null && !isReached(after, lands)) continue;
    lower(
      least,
      first.origin[place] ?? 0,
      (own.first[place] ?? 0) + (after?.first[lands] ?? 0),
      (own.second[place] ?? 0) + (after?.second[lands] ?? 0),
      (own.third[place] ?? 0) + (after?.third[lands] ?? 0),
      place,
    );
  }
  const reached = starts.filter((start) => isReached(least, start));
  return [...Map.groupBy(reached, (start) => homes.get(start) ?? '')]
    .filter(([key]) => key !== '')
    .map(([key, origins]) => {
      const isStart = flagged(world.airports.length, origins);
      const isHome = flagged(world.airports.length, key.split(',').map(Number));
      const begins = (place: number) => isStart[first.origin[place] ?? 0] === 1;
      const lands = (place: number) => isHome[last.destination[place] ?? 0] === 1;
      const weightsFrom = origins.map((origin) => leastAt(least, origin)).sort(compareWeights);
      return {
        least: weightsFrom[0] ?? NO_WEIGHT,
        part: () => ({
          ...field,
          places: places.map((ofLeg, leg) => {
            const some = leg === 0 ? ofLeg.filter(begins) : ofLeg;
            return leg === places.length - 1 ? some.filter(lands) : some;
          }),
        }),
      };
    })
    .sort((a, b) => compareWeights(a.least, b.least));
}

/** A 1 for each of some numbers below a limit. */
function flagged(limit: number, numbers: readonly number[]): Uint8Array {
  const flags = new Uint8Array(limit);
  for (const each of numbers) flags[each] = 1;
  return flags;
}

function bestIn(
  field: Field,
  bounds: readonly (LeastTable | null)[],
  means: PlanMeans | null,
  below: Weight | null,
): FoundPlan | null {
  const { world } = field;
  const lightest = lightestIn(field, bounds);
  if (lightest === null || (below !== null && compareWeights(lightest.weight, below) >= 0)) return null;
  if (means === null || means.pays(lightest.choice.map((place, leg) => needOf(world, leg, place))))
    return lightest;
  return bestPayable(field, bounds, means, below);
}

/** The plan of least weight, whatever it costs: each bound knows the candidate that it begins with. */
function lightestIn(field: Field, bounds: readonly (LeastTable | null)[]): FoundPlan | null {
  const { world, places, weights } = field;
  const [first, own, after] = [world.legs[0], weights[0], bounds[0] ?? null];
  if (first === undefined || own === undefined) return null;
  const least = newLeastTable(1);
  for (const place of places[0] ?? []) {
    const lands = stateOf(field, first.day[place] ?? 0, first.destination[place] ?? 0);
    if (after !== null && !isReached(after, lands)) continue;
    lower(
      least,
      0,
      (own.first[place] ?? 0) + (after?.first[lands] ?? 0),
      (own.second[place] ?? 0) + (after?.second[lands] ?? 0),
      (own.third[place] ?? 0) + (after?.third[lands] ?? 0),
      place,
    );
  }
  if (!isReached(least, 0)) return null;
  const choice = [least.from[0] ?? 0];
  for (const [leg, candidates] of world.legs.slice(0, -1).entries()) {
    const place = choice[leg] ?? 0;
    const lands = stateOf(field, candidates.day[place] ?? 0, candidates.destination[place] ?? 0);
    choice.push(bounds[leg]?.from[lands] ?? 0);
  }
  return { choice, weight: leastAt(least, 0) };
}
