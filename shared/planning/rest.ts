/** What the rest of a trip costs at least beside one leg on a day between two airports. */
import { boundsOf, type Field, reachable, stateOf } from './bounds.ts';
import type { World } from './candidates.ts';
import { isReached, type LeastTable, lower, newLeastTable } from './least-table.ts';
import type { Weights } from './weights.ts';

/** In the cost of the ranking; infinite where nothing stored goes with it. */
export type RestOf = (leg: number, day: number, origin: number, destination: number) => number;

/**
 * Looks at every candidate that could be paid for alone; where the trip ends again is not compared with where it began, so
 * a figure can be too small, never too large.
 * @param ends days and airports that a leg may have, also those of which nothing is stored
 */
export function restOf(
  world: World,
  places: readonly Int32Array[],
  costs: readonly Float64Array[],
  ends: Pick<Field, 'start' | 'days' | 'origins' | 'destinations'>,
): RestOf {
  const weights = costs.map((second): Weights => {
    const none = new Float64Array(second.length);
    return { first: none, second, third: none };
  });
  const field: Field = { world, places, weights, ...ends };
  const after = boundsOf(field);
  const before: (LeastTable | null)[] = [null];
  for (let leg = 0; leg < places.length - 1; leg++)
    before.push(reachable(field, leg + 1, landed(field, leg, before[leg] ?? null)));
  return (leg, day, origin, destination) => {
    if (day < ends.start || day >= ends.start + ends.days) return Number.POSITIVE_INFINITY;
    const [reached, rest] = [before[leg] ?? null, after[leg] ?? null];
    const [departs, lands] = [stateOf(field, day, origin), stateOf(field, day, destination)];
    if (reached !== null && !isReached(reached, departs)) return Number.POSITIVE_INFINITY;
    if (rest !== null && !isReached(rest, lands)) return Number.POSITIVE_INFINITY;
    return (reached?.second[departs] ?? 0) + (rest?.second[lands] ?? 0);
  };
}

/** The least cost with which a leg can land, after the least that reaches its departure. */
function landed(field: Field, leg: number, reached: LeastTable | null): LeastTable {
  const { world, places, weights, days } = field;
  const table = newLeastTable(days * world.airports.length);
  const [candidates, own] = [world.legs[leg], weights[leg]];
  if (candidates === undefined || own === undefined) return table;
  for (const place of places[leg] ?? []) {
    const day = candidates.day[place] ?? 0;
    const departs = stateOf(field, day, candidates.origin[place] ?? 0);
    if (reached !== null && !isReached(reached, departs)) continue;
    lower(
      table,
      stateOf(field, day, candidates.destination[place] ?? 0),
      0,
      (own.second[place] ?? 0) + (reached?.second[departs] ?? 0),
      0,
      place,
    );
  }
  return table;
}
