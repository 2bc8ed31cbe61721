/** The least weight that the rest of a plan can have, whatever pays for it: what the search never goes below. */
import { type Candidates, placesWhere, type World } from './candidates.ts';
import { isReached, type LeastTable, leastWithin, lower, lowerFrom, newLeastTable } from './least-table.ts';
import type { Weights } from './weights.ts';

/** Days from `start` on, and the airports at which the candidates of each leg begin and end; more do no harm. */
export type Ends = {
  start: number;
  days: number;
  origins: readonly (readonly number[])[];
  destinations: readonly (readonly number[])[];
};

/**
 * The candidates of a leg that a search may choose from, in columns of their own: they are read again and again, and what
 * lies together is read many times faster than what is spread over the world's tables.
 */
export type FieldLeg = {
  /** Where each stands in the world's table. */
  readonly places: Int32Array;
  /** Day and airport of departure, and day of departure and airport of landing, as `stateOf` numbers them. */
  readonly departs: Int32Array;
  readonly lands: Int32Array;
  readonly programme: Uint16Array;
  readonly miles: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
};

export type Field = Ends & { world: World; legs: readonly FieldLeg[] };

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
export const stateOf = (
  { world, start }: Pick<Field, 'world' | 'start'>,
  day: number,
  airport: number,
): number => (day - start) * world.airports.length + airport;

const columns = (places: Int32Array) => ({
  places,
  departs: new Int32Array(places.length),
  lands: new Int32Array(places.length),
  programme: new Uint16Array(places.length),
  miles: new Float64Array(places.length),
  first: new Float64Array(places.length),
  second: new Float64Array(places.length),
  third: new Float64Array(places.length),
});

/** The columns of some candidates of a leg. */
export function fieldLeg(
  { world, start }: Pick<Field, 'world' | 'start'>,
  leg: number,
  places: Int32Array,
  weights: Weights,
): FieldLeg {
  const size = places.length;
  const field = columns(places);
  const candidates = world.legs[leg];
  if (candidates === undefined) return field;
  const airports = world.airports.length;
  for (let at = 0; at < size; at++) {
    const place = places[at] ?? 0;
    const day = ((candidates.day[place] ?? 0) - start) * airports;
    field.departs[at] = day + (candidates.origin[place] ?? 0);
    field.lands[at] = day + (candidates.destination[place] ?? 0);
    field.programme[at] = candidates.programme[place] ?? 0;
    field.miles[at] = candidates.miles[place] ?? 0;
    field.first[at] = weights.first[place] ?? 0;
    field.second[at] = weights.second[place] ?? 0;
    field.third[at] = weights.third[place] ?? 0;
  }
  return field;
}

/** Some of a leg's candidates, by where they stand in its columns. */
export function someOf(leg: FieldLeg, some: Int32Array): FieldLeg {
  const size = some.length;
  const field = columns(new Int32Array(size));
  for (let to = 0; to < size; to++) {
    const at = some[to] ?? 0;
    field.places[to] = leg.places[at] ?? 0;
    field.departs[to] = leg.departs[at] ?? 0;
    field.lands[to] = leg.lands[at] ?? 0;
    field.programme[to] = leg.programme[at] ?? 0;
    field.miles[to] = leg.miles[at] ?? 0;
    field.first[to] = leg.first[at] ?? 0;
    field.second[to] = leg.second[at] ?? 0;
    field.third[to] = leg.third[at] ?? 0;
  }
  return field;
}

/** What was found for some candidates in one order: the same are asked for again with other legs. */
const knownLightest = new WeakMap<Int32Array, WeakMap<Weights, Int32Array>>();

/**
 * The lightest of a leg's candidates for each day and pair of airports: whatever pays, no plan is lighter with another, and
 * there are far fewer of them.
 */
export function lightestPlaces(
  world: World,
  ends: Ends,
  leg: number,
  places: Int32Array,
  weights: Weights,
): Int32Array {
  const candidates = world.legs[leg];
  if (candidates === undefined) return places;
  const known = knownLightest.get(places) ?? new WeakMap<Weights, Int32Array>();
  knownLightest.set(places, known);
  const found = known.get(weights) ?? lightestOf(candidates, ends, leg, places, weights);
  known.set(weights, found);
  return found;
}

function lightestOf(
  { day, origin, destination }: Candidates,
  { start, days, origins, destinations }: Ends,
  leg: number,
  places: Int32Array,
  { first, second, third }: Weights,
): Int32Array {
  const [from, to] = [numbered(origins[leg] ?? []), numbered(destinations[leg] ?? [])];
  const [width, pairs] = [to.count, from.count * to.count];
  // A table much larger than the candidates would cost more than it saves.
  if (pairs * days > 4 * places.length) return places;
  const least = newLeastTable(pairs * days);
  for (let at = 0; at < places.length; at++) {
    const place = places[at] ?? 0;
    lower(
      least,
      ((day[place] ?? 0) - start) * pairs +
        (from.numbers[origin[place] ?? 0] ?? 0) * width +
        (to.numbers[destination[place] ?? 0] ?? 0),
      first[place] ?? 0,
      second[place] ?? 0,
      third[place] ?? 0,
      place,
    );
  }
  return placesWhere(least.from, (place) => place >= 0);
}

/** Numbers from 0 on for some airports. */
function numbered(airports: readonly number[]): { numbers: Uint16Array; count: number } {
  const numbers = new Uint16Array(Math.max(0, ...airports) + 1);
  for (const [number, airport] of airports.entries()) numbers[airport] = number;
  return { numbers, count: airports.length };
}

/**
 * By leg, for the day on which it departs and the airport at which it lands: the least weight of the legs after it, and
 * the candidate of the next leg that it begins with. Null for the last leg, after which there is nothing.
 */
export function boundsOf(field: Field): (LeastTable | null)[] {
  const { legs } = field;
  const bounds: (LeastTable | null)[] = legs.map(() => null);
  for (let leg = legs.length - 1; leg > 0; leg--) {
    const own = legs[leg];
    if (own !== undefined)
      bounds[leg - 1] = landings(field, leg, leastDepartures(field, own, bounds[leg] ?? null));
  }
  return bounds;
}

/** The least of each departure of a leg with everything after it. */
export const leastDepartures = (field: Field, leg: FieldLeg, after: LeastTable | null): LeastTable =>
  leastThrough(field, leg, leg.lands, after, leg.departs);

/** The least that lands at each airport and day, after the least that reaches its departure. */
export const leastLandings = (field: Field, leg: FieldLeg, reached: LeastTable | null): LeastTable =>
  leastThrough(field, leg, leg.departs, reached, leg.lands);

/** The least at one end of a leg: itself and what `known` has at its other end; null adds nothing. */
function leastThrough(
  field: Field,
  { first, second, third }: FieldLeg,
  from: Int32Array,
  known: LeastTable | null,
  to: Int32Array,
): LeastTable {
  const table = newLeastTable(field.days * field.world.airports.length);
  for (let at = 0; at < from.length; at++) {
    const other = from[at] ?? 0;
    if (known !== null && !isReached(known, other)) continue;
    lower(
      table,
      to[at] ?? 0,
      (first[at] ?? 0) + (known?.first[other] ?? 0),
      (second[at] ?? 0) + (known?.second[other] ?? 0),
      (third[at] ?? 0) + (known?.third[other] ?? 0),
      at,
    );
  }
  return table;
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
