/**
 * The best plan: one candidate for each leg, in order of time and place, of the least weight that can be paid for. Exact:
 * a part is left out only where nothing in it can be better than a plan already found, or nothing in it can be paid for.
 */

import { airportsIn, boundsOf, type Field, fieldOf, stateOf } from './bounds.ts';
import { everyPlace, type World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lower, newLeastTable } from './least-table.ts';
import { bestPayable, type FoundPlan, needOf, type PlanMeans } from './payable.ts';
import { compareWeights, type Weight, type Weights } from './weights.ts';

export type SearchRequest = {
  world: World;
  weights: readonly Weights[];
  /** Null where everything can be paid for. */
  means: PlanMeans | null;
  /** The candidates of each leg to choose from; all of them if absent. */
  places?: readonly Int32Array[];
  /** Only a plan of less weight is of use. */
  below?: Weight;
};

/** The plan of least weight; null where there is none, or none below the given weight. */
export function bestPlan({ world, weights, means, places, below }: SearchRequest): FoundPlan | null {
  const all = (places ?? world.legs.map(everyPlace)).map((ofLeg, leg) =>
    means === null ? ofLeg : affordable(world, leg, ofLeg, means),
  );
  return homeGroups(world, all)
    .filter((group) => group.every((ofLeg) => ofLeg.length > 0))
    .reduce<FoundPlan | null>(
      (best, group) => bestIn(fieldOf(world, group, weights), means, best?.weight ?? below ?? null) ?? best,
      null,
    );
}

/** Candidates that could be paid for if they were the only leg. */
function affordable(world: World, leg: number, places: Int32Array, means: PlanMeans): Int32Array {
  const most = world.programmes.map((programme) => means.most([], programme));
  const candidates = world.legs[leg];
  return places.filter(
    (place) => (candidates?.miles[place] ?? 0) <= (most[candidates?.programme[place] ?? 0] ?? 0),
  );
}

/**
 * Splits the candidates by the airports that a trip may end at, which depend on where it began, so that any first and last
 * leg of a group go together.
 */
function homeGroups(world: World, places: readonly Int32Array[]): (readonly Int32Array[])[] {
  const [first, last] = [world.legs[0], world.legs.at(-1)];
  const [from, to] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || from === undefined || to === undefined) return [];
  const starts = airportsIn(first.origin, from);
  const ends = airportsIn(last.destination, to);
  const groups = Map.groupBy(starts, (start) => ends.filter((end) => world.returnsTo(end, start)).join());
  if (groups.size === 1 && groups.has(ends.join())) return [places];
  return [...groups].map(([key, origins]) => {
    const isStart = flagged(world.airports.length, origins);
    const isHome = flagged(world.airports.length, key === '' ? [] : key.split(',').map(Number));
    const begins = (place: number) => isStart[first.origin[place] ?? 0] === 1;
    const lands = (place: number) => isHome[last.destination[place] ?? 0] === 1;
    return places.map((ofLeg, leg) => {
      const some = leg === 0 ? ofLeg.filter(begins) : ofLeg;
      return leg === places.length - 1 ? some.filter(lands) : some;
    });
  });
}

/** A 1 for each of some numbers below a limit. */
function flagged(limit: number, numbers: readonly number[]): Uint8Array {
  const flags = new Uint8Array(limit);
  for (const each of numbers) flags[each] = 1;
  return flags;
}

function bestIn(field: Field, means: PlanMeans | null, below: Weight | null): FoundPlan | null {
  const { world } = field;
  const bounds = boundsOf(field);
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
