/** The least weight that the rest of a plan can have, whatever pays for it: what the search never goes below. */
import type { World } from './candidates.ts';
import { type LeastTable, leastWithin, lower, lowerFrom, newLeastTable } from './least-table.ts';
import type { Weights } from './weights.ts';

/** Days from `start` on, and the airports at which the candidates of each leg begin and end; more do no harm. */
export type Ends = {
  start: number;
  days: number;
  origins: readonly (readonly number[])[];
  destinations: readonly (readonly number[])[];
};

/** The candidates of each leg that a search may choose from, as places, with what they are ordered by. */
export type Field = Ends & {
  world: World;
  places: readonly Int32Array[];
  weights: readonly Weights[];
};

const knownEnds = new WeakMap<World, Ends>();

/** The days and airports of all candidates of a world, found once. */
export function endsOf(world: World): Ends {
  const known = knownEnds.get(world);
  if (known !== undefined) return known;
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { count, day } of world.legs)
    for (let place = 0; place < count; place++) {
      start = Math.min(start, day[place] ?? 0);
      end = Math.max(end, day[place] ?? 0);
    }
  const ends = {
    start,
    days: end < start ? 0 : end - start + 1,
    origins: world.legs.map(({ count, origin }) => distinct(origin, count)),
    destinations: world.legs.map(({ count, destination }) => distinct(destination, count)),
  };
  knownEnds.set(world, ends);
  return ends;
}

/** The different airports of a column, in order. */
function distinct(column: Uint16Array, count: number): number[] {
  const seen = new Uint8Array(65_536);
  const found: number[] = [];
  for (let place = 0; place < count; place++) {
    const airport = column[place] ?? 0;
    if (seen[airport] === 1) continue;
    seen[airport] = 1;
    found.push(airport);
  }
  return found.sort((one, other) => one - other);
}

/** A departure day and an airport. */
export const stateOf = ({ world, start }: Field, day: number, airport: number): number =>
  (day - start) * world.airports.length + airport;

/**
 * By leg, for the day on which it departs and the airport at which it lands: the least weight of the legs after it, and
 * the candidate of the next leg that it begins with. Null for the last leg, after which there is nothing.
 */
export function boundsOf(field: Field): (LeastTable | null)[] {
  const { world, places, weights } = field;
  const bounds: (LeastTable | null)[] = places.map(() => null);
  for (let leg = places.length - 1; leg > 0; leg--) {
    const departing = departures(
      field,
      leg,
      places[leg] ?? new Int32Array(),
      weights[leg],
      bounds[leg] ?? null,
    );
    bounds[leg - 1] = landings(field, leg, departing);
  }
  return bounds;

  /** The least of each departure of a leg with everything after it. */
  function departures(
    { days }: Field,
    leg: number,
    ofLeg: Int32Array,
    weight: Weights | undefined,
    after: LeastTable | null,
  ): LeastTable {
    const table = newLeastTable(days * world.airports.length);
    const candidates = world.legs[leg];
    if (candidates === undefined || weight === undefined) return table;
    for (const place of ofLeg) {
      const day = candidates.day[place] ?? 0;
      const landed = stateOf(field, day, candidates.destination[place] ?? 0);
      if (after !== null && (after.from[landed] ?? -1) < 0) continue;
      lower(
        table,
        stateOf(field, day, candidates.origin[place] ?? 0),
        (weight.first[place] ?? 0) + (after?.first[landed] ?? 0),
        (weight.second[place] ?? 0) + (after?.second[landed] ?? 0),
        (weight.third[place] ?? 0) + (after?.third[landed] ?? 0),
        place,
      );
    }
    return table;
  }
}

/** The least departure of a leg that follows each landing of the one before. */
function landings(field: Field, leg: number, departing: LeastTable): LeastTable {
  const { world, days, start } = field;
  const { min, max } = world.nights[leg] ?? { min: 0, max: 0 };
  const table = newLeastTable(days * world.airports.length);
  for (const origin of field.origins[leg] ?? []) {
    const least = leastWithin(departing, days, min, max, (day) => stateOf(field, start + day, origin));
    for (const landed of field.destinations[leg - 1] ?? [])
      if (world.connects(leg, landed, origin))
        for (let day = 0; day < days; day++) {
          const from = least[day] ?? -1;
          if (from >= 0)
            lowerFrom(
              table,
              stateOf(field, start + day, landed),
              departing,
              from,
              departing.from[from] ?? -1,
            );
        }
  }
  return table;
}

/** The least beginning that reaches each departure of a leg, from the beginnings by where and when they landed. */
export function reachable(field: Field, leg: number, landed: LeastTable): LeastTable {
  const { world, days, start } = field;
  const { min, max } = world.nights[leg] ?? { min: 0, max: 0 };
  const table = newLeastTable(days * world.airports.length);
  const origins = field.origins[leg] ?? [];
  for (const airport of field.destinations[leg - 1] ?? []) {
    const open = origins.filter((origin) => world.connects(leg, airport, origin));
    if (open.length === 0) continue;
    const least = leastWithin(landed, days, -max, -min, (day) => stateOf(field, start + day, airport));
    for (const origin of open)
      for (let day = 0; day < days; day++) {
        const from = least[day] ?? -1;
        if (from >= 0) lowerFrom(table, stateOf(field, start + day, origin), landed, from, from);
      }
  }
  return table;
}
