/**
 * The best plan: one candidate for each leg, in order of time and place, of the least weight that can be paid for. Exact:
 * a part is left out only where nothing in it can be better than a plan already found, or nothing in it can be paid for.
 */

import type { Need } from '../wallet/several.ts';
import { airportsIn, boundsOf, type Field, fieldOf, reachable, stateOf } from './bounds.ts';
import { type Candidates, everyPlace, type PlanChoice, type World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lower, newLeastTable } from './least-table.ts';
import { addWeights, compareWeights, NO_WEIGHT, type Weight, type Weights, weightAt } from './weights.ts';

/** What a plan may cost: what the wallet pays, and the most miles of the question. */
export type PlanMeans = {
  pays(needs: readonly Need[]): boolean;
  /** The most miles of a programme that one more leg may cost; below 0 where it may not be at all. */
  most(needs: readonly Need[], programme: string): number;
};

export type FoundPlan = { choice: PlanChoice; weight: Weight };

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

/** The beginnings of plans with certain programmes: the least that reach a departure, and the least that land. */
type Beginning = { reached: LeastTable | null; landed: LeastTable };

function bestIn(field: Field, means: PlanMeans | null, below: Weight | null): FoundPlan | null {
  const { world, places, weights } = field;
  const bounds = boundsOf(field);
  const last = places.length - 1;
  // Without means, programmes need not be told apart.
  const groups = means === null ? 1 : world.programmes.length;
  const groupsOf = world.legs.map(({ count, programme }) =>
    means === null ? new Uint16Array(count) : programme,
  );
  const fewest = places.map((ofLeg, leg) => fewestMiles(world.legs[leg], ofLeg, groupsOf[leg], groups));
  let best: FoundPlan | null = null;
  const isWorth = (weight: Weight): boolean => {
    const limit = best?.weight ?? below;
    return limit === null || compareWeights(weight, limit) < 0;
  };

  /** Continues beginnings of one programme a leg, the most promising programme first. */
  function continueWith(leg: number, beginnings: readonly Beginning[], needs: readonly Need[]): void {
    const before = beginnings.at(-1);
    const reached = before === undefined ? null : reachable(field, leg, before.landed);
    for (const { group, weight, place } of promising(leg, reached)) {
      if (!isWorth(weight)) return;
      const programme = world.programmes[group] ?? '';
      const together = [...needs, { programme, miles: fewest[leg]?.[group] ?? 0 }];
      if (means !== null && !means.pays(together)) continue;
      if (leg < last) {
        const landed = landedWith(leg, group, reached);
        continueWith(leg + 1, [...beginnings, { reached, landed }], together);
        continue;
      }
      const choice = traced(leg, place, beginnings, reached);
      if (means === null || means.pays(choice.map((chosen, of) => needOf(world, of, chosen))))
        best = { choice, weight };
      else
        best =
          bestOfProgrammes(
            field,
            together.map(({ programme: name }) => name),
            means,
            best?.weight ?? below,
          ) ?? best;
    }
  }

  /** Each programme of a leg with the least that a plan through it can weigh, the least first. */
  function promising(
    leg: number,
    reached: LeastTable | null,
  ): { group: number; weight: Weight; place: number }[] {
    const candidates = world.legs[leg];
    const own = weights[leg];
    if (candidates === undefined || own === undefined) return [];
    const least = newLeastTable(groups);
    const groupOf = groupsOf[leg];
    const after = bounds[leg] ?? null;
    for (const place of places[leg] ?? []) {
      const day = candidates.day[place] ?? 0;
      const departs = stateOf(field, day, candidates.origin[place] ?? 0);
      const lands = stateOf(field, day, candidates.destination[place] ?? 0);
      if (reached !== null && !isReached(reached, departs)) continue;
      if (after !== null && !isReached(after, lands)) continue;
      lower(
        least,
        groupOf?.[place] ?? 0,
        (own.first[place] ?? 0) + (reached?.first[departs] ?? 0) + (after?.first[lands] ?? 0),
        (own.second[place] ?? 0) + (reached?.second[departs] ?? 0) + (after?.second[lands] ?? 0),
        (own.third[place] ?? 0) + (reached?.third[departs] ?? 0) + (after?.third[lands] ?? 0),
        place,
      );
    }
    return Array.from({ length: groups }, (_, group) => group)
      .filter((group) => isReached(least, group))
      .map((group) => ({ group, weight: leastAt(least, group), place: least.from[group] ?? 0 }))
      .sort((a, b) => compareWeights(a.weight, b.weight) || a.group - b.group);
  }

  function landedWith(leg: number, group: number, reached: LeastTable | null): LeastTable {
    const landed = newLeastTable(field.days * world.airports.length);
    const groupOf = groupsOf[leg];
    const candidates = world.legs[leg];
    const own = weights[leg];
    if (candidates === undefined || own === undefined) return landed;
    for (const place of places[leg] ?? []) {
      if (groupOf?.[place] !== group) continue;
      const day = candidates.day[place] ?? 0;
      const departs = stateOf(field, day, candidates.origin[place] ?? 0);
      if (reached !== null && !isReached(reached, departs)) continue;
      lower(
        landed,
        stateOf(field, day, candidates.destination[place] ?? 0),
        (own.first[place] ?? 0) + (reached?.first[departs] ?? 0),
        (own.second[place] ?? 0) + (reached?.second[departs] ?? 0),
        (own.third[place] ?? 0) + (reached?.third[departs] ?? 0),
        place,
      );
    }
    return landed;
  }

  /** The candidates of the legs before a last one, from what its departure was reached by. */
  function traced(
    leg: number,
    place: number,
    beginnings: readonly Beginning[],
    reached: LeastTable | null,
  ): number[] {
    const before = beginnings[leg - 1];
    const candidates = world.legs[leg];
    if (before === undefined || candidates === undefined || reached === null) return [place];
    const departs = stateOf(field, candidates.day[place] ?? 0, candidates.origin[place] ?? 0);
    const earlier = before.landed.from[reached.from[departs] ?? 0] ?? 0;
    return [...traced(leg - 1, earlier, beginnings, before.reached), place];
  }

  continueWith(0, [], []);
  return best;
}

/** The fewest miles of each group of a leg's candidates. */
function fewestMiles(
  candidates: Candidates | undefined,
  places: Int32Array,
  groupOf: Uint16Array | undefined,
  groups: number,
): Float64Array {
  const fewest = new Float64Array(groups).fill(Number.POSITIVE_INFINITY);
  for (const place of places) {
    const group = groupOf?.[place] ?? 0;
    fewest[group] = Math.min(fewest[group] ?? 0, candidates?.miles[place] ?? 0);
  }
  return fewest;
}

const needOf = ({ legs, programmes }: World, leg: number, place: number): Need => ({
  programme: programmes[legs[leg]?.programme[place] ?? 0] ?? '',
  miles: legs[leg]?.miles[place] ?? 0,
});

/**
 * The best plan with one programme for each leg, where the lightest one cannot be paid for: plans are tried in order of
 * their weight.
 */
function bestOfProgrammes(
  whole: Field,
  programmes: readonly string[],
  means: PlanMeans,
  below: Weight | null,
): FoundPlan | null {
  const { world, weights } = whole;
  const places = whole.places.map((ofLeg, leg) =>
    ofLeg.filter((place) => needOf(world, leg, place).programme === programmes[leg]),
  );
  const field: Field = { ...whole, places };
  const bounds = boundsOf(field);
  const departing = places.map((ofLeg, leg) =>
    Map.groupBy(ofLeg, (place) =>
      stateOf(field, world.legs[leg]?.day[place] ?? 0, world.legs[leg]?.origin[place] ?? 0),
    ),
  );
  const last = places.length - 1;
  let best: FoundPlan | null = null;
  const isWorth = (weight: Weight): boolean => {
    const limit = best?.weight ?? below;
    return limit === null || compareWeights(weight, limit) < 0;
  };

  /** The candidates that can follow, with the least weight of a plan through each, in its order. */
  function following(
    leg: number,
    before: number | null,
    weight: Weight,
  ): { place: number; own: Weight; least: Weight }[] {
    const candidates = world.legs[leg];
    const own = weights[leg];
    if (candidates === undefined || own === undefined) return [];
    const after = bounds[leg] ?? null;
    return placesAfter(leg, before)
      .flatMap((place) => {
        const lands = stateOf(field, candidates.day[place] ?? 0, candidates.destination[place] ?? 0);
        if (after !== null && !isReached(after, lands)) return [];
        const reached = addWeights(weight, weightAt(own, place));
        return {
          place,
          own: reached,
          least: after === null ? reached : addWeights(reached, leastAt(after, lands)),
        };
      })
      .sort((a, b) => compareWeights(a.least, b.least) || a.place - b.place);
  }

  function placesAfter(leg: number, before: number | null): number[] {
    const earlier = world.legs[leg - 1];
    if (before === null || earlier === undefined) return [...(places[leg] ?? [])];
    const { min, max } = world.nights[leg] ?? { min: 0, max: 0 };
    const [day, landed] = [earlier.day[before] ?? 0, earlier.destination[before] ?? 0];
    const found: number[] = [];
    for (const [origin] of world.airports.entries()) {
      if (!world.connects(leg, landed, origin)) continue;
      for (let departs = day + min; departs <= Math.min(day + max, field.start + field.days - 1); departs++)
        for (const place of departing[leg]?.get(stateOf(field, departs, origin)) ?? []) found.push(place);
    }
    return found;
  }

  function follow(leg: number, chosen: readonly number[], weight: Weight, needs: readonly Need[]): void {
    const limit = means.most(needs, programmes[leg] ?? '');
    for (const { place, own, least } of following(leg, chosen.at(-1) ?? null, weight)) {
      if (!isWorth(least)) return;
      const need = needOf(world, leg, place);
      if (need.miles > limit) continue;
      if (leg === last) {
        best = { choice: [...chosen, place], weight: own };
        return;
      }
      follow(leg + 1, [...chosen, place], own, [...needs, need]);
    }
  }

  follow(0, [], NO_WEIGHT, []);
  return best;
}
