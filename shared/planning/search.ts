/**
 * The best plan: one candidate for each leg, in order of time and place, of the least weight that can be paid for. Exact:
 * a part is left out only where nothing in it can be better than a plan already found, or nothing in it can be paid for.
 */

import {
  boundsOf,
  endsOf,
  type Field,
  type FieldLeg,
  fieldLeg,
  leastDepartures,
  lightestPlaces,
  someOf,
} from './bounds.ts';
import { everyPlace, placesWhere, type World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lowerFrom, newLeastTable } from './least-table.ts';
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
  const ends = endsOf(world);
  const legsOf = (some: (leg: number, ofLeg: Int32Array, own: Weights) => Int32Array): Field => ({
    ...ends,
    world,
    legs: weights.map((own, leg) =>
      fieldLeg({ world, start: ends.start }, leg, some(leg, all[leg] ?? new Int32Array(), own), own),
    ),
  });
  const light = legsOf((leg, ofLeg, own) => lightestPlaces(world, ends, leg, ofLeg, own));
  let whole: Field | null = null;
  const everything = () => {
    whole ??= legsOf((_, ofLeg) => ofLeg);
    return whole;
  };
  const groups = homeGroups(light);
  if (groups === null) return bestIn(light, everything, means, below ?? null);
  return groups.reduce<FoundPlan | null>((best, { part, least }) => {
    const limit = best?.weight ?? below ?? null;
    // Wherever a trip ends, it weighs no less than if it might end anywhere.
    if (limit !== null && compareWeights(least, limit) >= 0) return best;
    return bestIn(part(light), () => part(everything()), means, limit) ?? best;
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
    return placesWhere(places, (place) => (miles?.[place] ?? 0) <= (most[programme?.[place] ?? 0] ?? 0));
  });
}

/**
 * Splits a field by the airports that a trip may end at, which depend on where it began, so that any first and last leg of a
 * part go together. Each part with the least that it can weigh, the least first; null where one part is all.
 */
function homeGroups(field: Field): { part: (of: Field) => Field; least: Weight }[] | null {
  const { world, legs } = field;
  const own = legs[0];
  if (own === undefined) return null;
  const starts = field.origins[0] ?? [];
  const ends = field.destinations.at(-1) ?? [];
  const homes = new Map(
    starts.map((start) => [start, ends.filter((end) => world.returnsTo(end, start)).join()] as const),
  );
  if (starts.every((start) => homes.get(start) === ends.join())) return null;
  const airports = world.airports.length;
  const departures = leastDepartures(field, own, boundsOf(field)[0] ?? null);
  const least = newLeastTable(airports);
  for (let state = 0; state < departures.from.length; state++)
    lowerFrom(least, state % airports, departures, state, state);
  const reached = starts.filter((start) => isReached(least, start));
  return [...Map.groupBy(reached, (start) => homes.get(start) ?? '')]
    .filter(([key]) => key !== '')
    .map(([key, origins]) => {
      const isStart = flagged(airports, origins);
      const isHome = flagged(airports, key.split(',').map(Number));
      const weightsFrom = origins.map((origin) => leastAt(least, origin)).sort(compareWeights);
      return {
        least: weightsFrom[0] ?? NO_WEIGHT,
        part: (of: Field): Field => ({
          ...of,
          legs: of.legs.map((leg, at) => {
            const some = at === 0 ? whereAirport(leg, leg.departs, isStart) : leg;
            return at < of.legs.length - 1 ? some : whereAirport(some, some.lands, isHome);
          }),
        }),
      };
    })
    .sort((a, b) => compareWeights(a.least, b.least));
}

/** The candidates of a leg whose state is at one of the flagged airports. */
function whereAirport(leg: FieldLeg, states: Int32Array, flags: Uint8Array): FieldLeg {
  const some = new Int32Array(states.length);
  let count = 0;
  for (let at = 0; at < states.length; at++)
    if (flags[(states[at] ?? 0) % flags.length] === 1) some[count++] = at;
  return someOf(leg, some.subarray(0, count));
}

/** A 1 for each of some numbers below a limit. */
function flagged(limit: number, numbers: readonly number[]): Uint8Array {
  const flags = new Uint8Array(limit);
  for (const each of numbers) flags[each] = 1;
  return flags;
}

/** The best plan of `light`, or of all candidates where that one cannot be paid for; the same bounds hold for both. */
function bestIn(
  light: Field,
  all: () => Field,
  means: PlanMeans | null,
  below: Weight | null,
): FoundPlan | null {
  const bounds = boundsOf(light);
  const lightest = lightestIn(light, bounds);
  if (lightest === null || (below !== null && compareWeights(lightest.weight, below) >= 0)) return null;
  if (means === null || means.pays(lightest.choice.map((place, leg) => needOf(light.world, leg, place))))
    return lightest;
  return bestPayable(all(), bounds, means, below);
}

/** The plan of least weight, whatever it costs: each bound knows the candidate that it begins with. */
function lightestIn(field: Field, bounds: readonly (LeastTable | null)[]): FoundPlan | null {
  const [first] = field.legs;
  if (first === undefined) return null;
  const departures = leastDepartures(field, first, bounds[0] ?? null);
  const least = newLeastTable(1);
  for (let state = 0; state < departures.from.length; state++)
    lowerFrom(least, 0, departures, state, departures.from[state] ?? 0);
  if (!isReached(least, 0)) return null;
  const chosen = [least.from[0] ?? 0];
  for (const [leg, { lands }] of field.legs.slice(0, -1).entries())
    chosen.push(bounds[leg]?.from[lands[chosen[leg] ?? 0] ?? 0] ?? 0);
  return {
    choice: chosen.map((at, leg) => field.legs[leg]?.places[at] ?? 0),
    weight: leastAt(least, 0),
  };
}
