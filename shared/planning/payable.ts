/**
 * The best plan among those that can be paid for, where the lightest of all cannot. A part is left out only where nothing
 * in it can be better than a plan already found, or nothing in it can be paid for.
 */
import type { Need } from '../wallet/several.ts';
import { boundsOf, type Field, reachable, stateOf } from './bounds.ts';
import type { Candidates, PlanChoice, World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lower, newLeastTable } from './least-table.ts';
import { addWeights, compareWeights, NO_WEIGHT, type Weight, weightAt } from './weights.ts';

/** What a plan may cost: what the wallet pays, and the most miles of the question. */
export type PlanMeans = {
  pays(needs: readonly Need[]): boolean;
  /** The most miles of a programme that one more leg may cost; below 0 where it may not be at all. */
  most(needs: readonly Need[], programme: string): number;
};

export type FoundPlan = { choice: PlanChoice; weight: Weight };

export const needOf = ({ legs, programmes }: World, leg: number, place: number): Need => ({
  programme: programmes[legs[leg]?.programme[place] ?? 0] ?? '',
  miles: legs[leg]?.miles[place] ?? 0,
});

/** The beginnings of plans with certain programmes: the least that reach a departure, and the least that land. */
type Beginning = { reached: LeastTable | null; landed: LeastTable };

/**
 * The best plan that can be paid for, one programme of a leg after another: with the programmes known, what a plan needs of
 * each account is known at least, and the lightest plan is mostly the one with the fewest miles.
 */
export function bestPayable(
  field: Field,
  bounds: readonly (LeastTable | null)[],
  means: PlanMeans,
  below: Weight | null,
): FoundPlan | null {
  const { world, places, weights } = field;
  const last = places.length - 1;
  const programmes = world.programmes.length;
  const fewest = places.map((ofLeg, leg) => fewestMiles(world.legs[leg], ofLeg, programmes));
  let best: FoundPlan | null = null;
  const isWorth = (weight: Weight): boolean => {
    const limit = best?.weight ?? below;
    return limit === null || compareWeights(weight, limit) < 0;
  };

  /** Continues beginnings of one programme a leg, the most promising programme first. */
  function continueWith(leg: number, beginnings: readonly Beginning[], needs: readonly Need[]): void {
    const before = beginnings.at(-1);
    const reached = before === undefined ? null : reachable(field, leg, before.landed);
    const leastNeeds = (programme: number): Need[] => [
      ...needs,
      { programme: world.programmes[programme] ?? '', miles: fewest[leg]?.[programme] ?? 0 },
    ];
    const isOpen = Array.from(
      fewest[leg] ?? [],
      (miles, programme) => miles < Number.POSITIVE_INFINITY && means.pays(leastNeeds(programme)),
    );
    for (const { programme, weight, place } of promising(leg, reached, isOpen)) {
      if (!isWorth(weight)) return;
      const together = leastNeeds(programme);
      if (leg < last) {
        const landed = landedWith(leg, programme, reached);
        continueWith(leg + 1, [...beginnings, { reached, landed }], together);
        continue;
      }
      const choice = traced(leg, place, beginnings, reached);
      if (means.pays(choice.map((chosen, of) => needOf(world, of, chosen)))) best = { choice, weight };
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

  /** Each open programme of a leg with the least that a plan through it can weigh, the least first. */
  function promising(
    leg: number,
    reached: LeastTable | null,
    isOpen: readonly boolean[],
  ): { programme: number; weight: Weight; place: number }[] {
    const candidates = world.legs[leg];
    const own = weights[leg];
    if (candidates === undefined || own === undefined) return [];
    const least = newLeastTable(programmes);
    const after = bounds[leg] ?? null;
    for (const place of places[leg] ?? []) {
      if (isOpen[candidates.programme[place] ?? 0] !== true) continue;
      const day = candidates.day[place] ?? 0;
      const departs = stateOf(field, day, candidates.origin[place] ?? 0);
      const lands = stateOf(field, day, candidates.destination[place] ?? 0);
      if (reached !== null && !isReached(reached, departs)) continue;
      if (after !== null && !isReached(after, lands)) continue;
      lower(
        least,
        candidates.programme[place] ?? 0,
        (own.first[place] ?? 0) + (reached?.first[departs] ?? 0) + (after?.first[lands] ?? 0),
        (own.second[place] ?? 0) + (reached?.second[departs] ?? 0) + (after?.second[lands] ?? 0),
        (own.third[place] ?? 0) + (reached?.third[departs] ?? 0) + (after?.third[lands] ?? 0),
        place,
      );
    }
    return Array.from({ length: programmes }, (_, programme) => programme)
      .filter((programme) => isReached(least, programme))
      .map((programme) => ({
        programme,
        weight: leastAt(least, programme),
        place: least.from[programme] ?? 0,
      }))
      .sort((a, b) => compareWeights(a.weight, b.weight) || a.programme - b.programme);
  }

  function landedWith(leg: number, programme: number, reached: LeastTable | null): LeastTable {
    const landed = newLeastTable(field.days * world.airports.length);
    const candidates = world.legs[leg];
    const own = weights[leg];
    if (candidates === undefined || own === undefined) return landed;
    for (const place of places[leg] ?? []) {
      if (candidates.programme[place] !== programme) continue;
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

/** The fewest miles of a leg's candidates, by programme. */
function fewestMiles(
  candidates: Candidates | undefined,
  places: Int32Array,
  programmes: number,
): Float64Array {
  const fewest = new Float64Array(programmes).fill(Number.POSITIVE_INFINITY);
  for (const place of places) {
    const programme = candidates?.programme[place] ?? 0;
    fewest[programme] = Math.min(fewest[programme] ?? 0, candidates?.miles[place] ?? 0);
  }
  return fewest;
}

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
