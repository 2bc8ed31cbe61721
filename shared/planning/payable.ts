/**
 * The best plan among those that can be paid for, where the lightest of all cannot. A part is left out only where nothing
 * in it can be better than a plan already found, or nothing in it can be paid for.
 */

import {
  boundsOf,
  type Field,
  type FieldLeg,
  leastDepartures,
  leastLandings,
  reachable,
  someOf,
} from './bounds.ts';
import type { PlanChoice, World } from './candidates.ts';
import { isReached, type LeastTable, leastAt, lower, newLeastTable, reachedStates } from './least-table.ts';
import type { Need } from './paying.ts';
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
type Beginning = { own: FieldLeg; reached: LeastTable | null; landed: LeastTable };

/** What a leg's candidates of one programme can be of use for. */
type OfProgramme = {
  programme: number;
  own: FieldLeg;
  fewest: number;
  /** The departures with any candidate, and the least of each with everything after it. */
  departures: Int32Array;
  least: LeastTable;
};

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
  const { world } = field;
  const last = field.legs.length - 1;
  const legs = field.legs.map((leg, at) => ofProgrammes(field, leg, bounds[at] ?? null));
  let best: FoundPlan | null = null;
  const isWorth = (weight: Weight): boolean => {
    const limit = best?.weight ?? below;
    return limit === null || compareWeights(weight, limit) < 0;
  };

  /** Continues beginnings of one programme a leg, the most promising programme first. */
  function continueWith(
    leg: number,
    beginnings: readonly Beginning[],
    needs: readonly Need[],
    programmes: readonly OfProgramme[],
  ): void {
    const before = beginnings.at(-1);
    const reached = before === undefined ? null : reachable(field, leg, before.landed);
    for (const { of, weight, at } of promising(legs[leg] ?? [], reached)) {
      if (!isWorth(weight)) return;
      const together = [...needs, { programme: world.programmes[of.programme] ?? '', miles: of.fewest }];
      if (!means.pays(together)) continue;
      if (leg < last) {
        const landed = leastLandings(field, of.own, reached);
        const longer = [...beginnings, { own: of.own, reached, landed }];
        continueWith(leg + 1, longer, together, [...programmes, of]);
        continue;
      }
      const choice = traced(of.own, at, reached, beginnings);
      if (means.pays(choice.map((place, each) => needOf(world, each, place)))) best = { choice, weight };
      else best = bestOfProgrammes(field, [...programmes, of], means, best?.weight ?? below) ?? best;
    }
  }

  continueWith(0, [], [], []);
  return best;
}

function ofProgrammes(field: Field, leg: FieldLeg, after: LeastTable | null): OfProgramme[] {
  const counts = new Int32Array(field.world.programmes.length);
  for (const programme of leg.programme) counts[programme] = (counts[programme] ?? 0) + 1;
  const places = Array.from(counts, (count) => new Int32Array(count));
  for (let at = leg.programme.length - 1; at >= 0; at--) {
    const programme = leg.programme[at] ?? 0;
    const to = (counts[programme] ?? 0) - 1;
    counts[programme] = to;
    (places[programme] as Int32Array)[to] = at;
  }
  return places.flatMap((some, programme) => {
    if (some.length === 0) return [];
    const own = someOf(leg, some);
    let fewest = Number.POSITIVE_INFINITY;
    for (const miles of own.miles) fewest = Math.min(fewest, miles);
    const least = leastDepartures(field, own, after);
    return { programme, own, fewest, departures: reachedStates(least), least };
  });
}

/** Each programme of a leg with the least that a plan through it can weigh, the least first. */
function promising(
  programmes: readonly OfProgramme[],
  reached: LeastTable | null,
): { of: OfProgramme; weight: Weight; at: number }[] {
  return programmes
    .flatMap((of) => {
      const table = newLeastTable(1);
      const { first, second, third, from } = of.least;
      for (let at = 0; at < of.departures.length; at++) {
        const state = of.departures[at] ?? 0;
        if (reached !== null && !isReached(reached, state)) continue;
        lower(
          table,
          0,
          (first[state] ?? 0) + (reached?.first[state] ?? 0),
          (second[state] ?? 0) + (reached?.second[state] ?? 0),
          (third[state] ?? 0) + (reached?.third[state] ?? 0),
          from[state] ?? 0,
        );
      }
      return isReached(table, 0) ? { of, weight: leastAt(table, 0), at: table.from[0] ?? 0 } : [];
    })
    .sort((a, b) => compareWeights(a.weight, b.weight) || a.of.programme - b.of.programme);
}

/** A beginning's candidates, from what the departure of its last one was reached by. */
function traced(
  own: FieldLeg,
  at: number,
  reached: LeastTable | null,
  beginnings: readonly Beginning[],
): number[] {
  const [place, before] = [own.places[at] ?? 0, beginnings.at(-1)];
  if (before === undefined || reached === null) return [place];
  const landed = reached.from[own.departs[at] ?? 0] ?? 0;
  const earlier = before.landed.from[landed] ?? 0;
  return [...traced(before.own, earlier, before.reached, beginnings.slice(0, -1)), place];
}

/**
 * The best plan with one programme for each leg, where the lightest one cannot be paid for: plans are tried in order of
 * their weight.
 */
function bestOfProgrammes(
  whole: Field,
  programmes: readonly OfProgramme[],
  means: PlanMeans,
  below: Weight | null,
): FoundPlan | null {
  const { world } = whole;
  const field: Field = { ...whole, legs: programmes.map(({ own }) => own) };
  const bounds = boundsOf(field);
  const departing = field.legs.map(({ departs }) => Map.groupBy(departs.keys(), (at) => departs[at] ?? 0));
  const nameOf = (leg: number) => world.programmes[programmes[leg]?.programme ?? 0] ?? '';
  /** What the legs after one need at least. */
  const later = programmes.map((_, leg) =>
    programmes.slice(leg + 1).map(({ fewest }, at) => ({ programme: nameOf(leg + 1 + at), miles: fewest })),
  );
  const last = programmes.length - 1;
  let best: FoundPlan | null = null;
  const isWorth = (weight: Weight): boolean => {
    const limit = best?.weight ?? below;
    return limit === null || compareWeights(weight, limit) < 0;
  };

  type Next = { at: number; own: Weight; least: Weight };

  /** The candidates of at most so many miles that can follow, with the least weight of a plan through each, in its order. */
  function following(leg: number, before: number | null, weight: Weight, limit: number): Next[] {
    const own = field.legs[leg];
    if (own === undefined) return [];
    const after = bounds[leg] ?? null;
    const found: Next[] = [];
    for (const at of followers(leg, before)) {
      if ((own.miles[at] ?? 0) > limit) continue;
      const lands = own.lands[at] ?? 0;
      if (after !== null && !isReached(after, lands)) continue;
      const reached = addWeights(weight, weightAt(own, at));
      const least = after === null ? reached : addWeights(reached, leastAt(after, lands));
      if (isWorth(least)) found.push({ at, own: reached, least });
    }
    return found.sort((a, b) => compareWeights(a.least, b.least) || a.at - b.at);
  }

  function followers(leg: number, before: number | null): Iterable<number> {
    const earlier = field.legs[leg - 1];
    if (before === null || earlier === undefined) return field.legs[leg]?.places.keys() ?? [];
    const { min, max } = world.nights[leg] ?? { min: 0, max: 0 };
    const airports = world.airports.length;
    const landed = (earlier.lands[before] ?? 0) % airports;
    const day = ((earlier.lands[before] ?? 0) - landed) / airports;
    const found: number[] = [];
    for (const origin of field.origins[leg] ?? []) {
      if (!world.connects(leg, landed, origin)) continue;
      for (let departs = day + min; departs <= Math.min(day + max, field.days - 1); departs++)
        for (const at of departing[leg]?.get(departs * airports + origin) ?? []) found.push(at);
    }
    return found;
  }

  function follow(leg: number, chosen: readonly number[], weight: Weight, needs: readonly Need[]): void {
    const limit = means.most([...needs, ...(later[leg] ?? [])], nameOf(leg));
    for (const { at, own, least } of following(leg, chosen.at(-1) ?? null, weight, limit)) {
      if (!isWorth(least)) return;
      const longer = [...chosen, at];
      if (leg === last) {
        best = { choice: longer.map((each, of) => field.legs[of]?.places[each] ?? 0), weight: own };
        return;
      }
      const miles = field.legs[leg]?.miles[at] ?? 0;
      follow(leg + 1, longer, own, [...needs, { programme: nameOf(leg), miles }]);
    }
  }

  follow(0, [], NO_WEIGHT, []);
  return best;
}
