/**
 * What plans are ordered by: three numbers for each candidate, added up over a plan and compared one after another. Sums
 * stay whole and below 2^53.
 */
import type { Candidates } from './candidates.ts';

/** Three numbers, the weightiest first, in columns. */
export type Weights = { first: Float64Array; second: Float64Array; third: Float64Array };

export type Weight = readonly [number, number, number];

export const NO_WEIGHT: Weight = [0, 0, 0];

export const compareWeights = (a: Weight, b: Weight): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

export const addWeights = (a: Weight, b: Weight): Weight => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

export const weightAt = ({ first, second, third }: Weights, place: number): Weight => [
  first[place] ?? 0,
  second[place] ?? 0,
  third[place] ?? 0,
];

export type Objective = 'cheapest' | 'fewest_hours' | 'most_certain';

/** By a programme's place: millionths of a currency for a mile; undefined where the user gave none. */
export type MileWorth = readonly (number | undefined)[];

/** What a record of a cabin comes after, whatever it costs; `cabin`: its place among the accepted ones. */
export const rankOf = (cabin: number, isSeatsUnknown: boolean): number =>
  (cabin * PLACES + Number(isSeatsUnknown)) * PLACES;

/** Places of a counter: sums over six legs of four cabins do not reach it. */
const PLACES = 32;
/** The places of all cabins of a plan, added up, from what comes before its cost. */
export const cabinsIn = (rank: number): number => Math.floor(rank / PLACES ** 2);

/** How many records of a plan state no seats. */
export const unstatedIn = (rank: number): number => Math.floor(rank / PLACES) % PLACES;

/** Above any known taxes: where nothing else decides, known taxes come first. */
const UNKNOWN_TAXES = 1e12;
const MINUTE = 60_000;

/**
 * The weights of a leg's candidates, for each objective; what they share is computed once. Before everything else, for each
 * objective: the preferred cabins, then records that state their seats, then (at the user's values) programmes that have one.
 * @param worth null: ranked by miles
 * @param now UTC ms
 */
export function weightsFor(
  leg: Candidates,
  worth: MileWorth | null,
  now: number,
): (objective: Objective) => Weights {
  const { count, programme, taxes } = leg;
  // Plain loops: a hundred thousand candidates are weighed for each objective.
  const first = new Float64Array(count);
  for (let place = 0; place < count; place++)
    first[place] = rankOf(leg.cabin[place] ?? 0, leg.seatsUnknown[place] === 1);
  let cost = leg.miles.subarray(0, count);
  if (worth !== null) {
    cost = new Float64Array(count);
    for (let place = 0; place < count; place++) {
      const perMile = worth[programme[place] ?? 0];
      if (perMile === undefined) first[place] = (first[place] ?? 0) + 1;
      cost[place] = (leg.miles[place] ?? 0) * (perMile ?? 0) + Math.max(0, taxes[place] ?? -1);
    }
  }
  return (objective) => {
    if (objective === 'fewest_hours') return { first, second: new Float64Array(leg.minutes), third: cost };
    if (objective === 'most_certain') {
      const age = new Float64Array(count);
      for (let place = 0; place < count; place++)
        age[place] = Math.max(0, Math.round((now - (leg.seenAt[place] ?? 0)) / MINUTE));
      return { first, second: new Float64Array(leg.doubt), third: age };
    }
    if (worth !== null) return { first, second: cost, third: leg.miles };
    const tie = new Float64Array(count);
    for (let place = 0; place < count; place++) {
      const known = taxes[place] ?? -1;
      tie[place] = known < 0 ? UNKNOWN_TAXES : known;
    }
    return { first, second: cost, third: tie };
  };
}

export const weightsOf = (
  leg: Candidates,
  objective: Objective,
  worth: MileWorth | null,
  now: number,
): Weights => weightsFor(leg, worth, now)(objective);
