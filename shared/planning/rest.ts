/** What the rest of a trip costs at least beside one leg on a day between two airports. */
import { boundsOf, type Field, fieldLeg, leastLandings, reachable, stateOf } from './bounds.ts';
import type { World } from './candidates.ts';
import { isReached, type LeastTable } from './least-table.ts';
import type { Weights } from './weights.ts';

/** What comes before the cost, such as cabins, and the cost; null where nothing stored goes with it. */
export type Rest = { rank: number; cost: number } | null;

export type RestOf = (leg: number, day: number, origin: number, destination: number) => Rest;

/**
 * Looks at every candidate that could be paid for alone; where the trip ends again is not compared with where it began, so
 * a figure can be too small, never too large.
 * @param ends days and airports that a leg may have, also those of which nothing is stored
 */
export function restOf(
  world: World,
  places: readonly Int32Array[],
  ranking: readonly Pick<Weights, 'first' | 'second'>[],
  ends: Pick<Field, 'start' | 'days' | 'origins' | 'destinations'>,
): RestOf {
  const legs = ranking.map((own, leg) => {
    const weights: Weights = { ...own, third: new Float64Array(own.first.length) };
    return fieldLeg({ world, start: ends.start }, leg, places[leg] ?? new Int32Array(), weights);
  });
  const field: Field = { world, legs, ...ends };
  const after = boundsOf(field);
  const before: (LeastTable | null)[] = [null];
  for (const [leg, own] of legs.slice(0, -1).entries())
    before.push(reachable(field, leg + 1, leastLandings(field, own, before[leg] ?? null)));
  return (leg, day, origin, destination) => {
    if (day < ends.start || day >= ends.start + ends.days) return null;
    const [reached, rest] = [before[leg] ?? null, after[leg] ?? null];
    const [departs, lands] = [stateOf(field, day, origin), stateOf(field, day, destination)];
    if (reached !== null && !isReached(reached, departs)) return null;
    if (rest !== null && !isReached(rest, lands)) return null;
    return {
      rank: (reached?.first[departs] ?? 0) + (rest?.first[lands] ?? 0),
      cost: (reached?.second[departs] ?? 0) + (rest?.second[lands] ?? 0),
    };
  };
}
