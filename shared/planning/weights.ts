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

/** Places of a counter: sums over six legs of four cabins do not reach it. */
const PLACES = 32;
/** Above any known taxes: where nothing else decides, known taxes come first. */
const UNKNOWN_TAXES = 1e12;
const MINUTE = 60_000;

/**
 * Before everything else, for each objective: the preferred cabins, then records that state their seats, then (at the
 * user's values) programmes that have one.
 */
const flagsOf = (leg: Candidates, place: number, valueless: boolean): number =>
  ((leg.cabin[place] ?? 0) * PLACES + (leg.seatsUnknown[place] ?? 0)) * PLACES + (valueless ? 1 : 0);

/**
 * The weights of a leg's candidates, for each objective; what they share is computed once.
 * @param worth null: ranked by miles
 * @param now UTC ms
 */
export function weightsFor(
  leg: Candidates,
  worth: MileWorth | null,
  now: number,
): (objective: Objective) => Weights {
  const { count } = leg;
  const column = (value: (place: number) => number): Float64Array => {
    const filled = new Float64Array(count);
    for (let place = 0; place < count; place++) filled[place] = value(place);
    return filled;
  };
  const perMile = (place: number) => worth?.[leg.programme[place] ?? 0];
  const miles = (place: number) => leg.miles[place] ?? 0;
  const taxes = (place: number) => leg.taxes[place] ?? -1;
  const first = column((place) => flagsOf(leg, place, worth !== null && perMile(place) === undefined));
  const cost = column((place) =>
    worth === null ? miles(place) : miles(place) * (perMile(place) ?? 0) + Math.max(0, taxes(place)),
  );
  return (objective) => {
    if (objective === 'fewest_hours')
      return { first, second: column((place) => leg.minutes[place] ?? 0), third: cost };
    if (objective === 'most_certain')
      return {
        first,
        second: column((place) => leg.doubt[place] ?? 0),
        third: column((place) => Math.max(0, Math.round((now - (leg.seenAt[place] ?? 0)) / MINUTE))),
      };
    const tie = (place: number) => (taxes(place) < 0 ? UNKNOWN_TAXES : taxes(place));
    return { first, second: cost, third: column(worth === null ? tie : miles) };
  };
}

export const weightsOf = (
  leg: Candidates,
  objective: Objective,
  worth: MileWorth | null,
  now: number,
): Weights => weightsFor(leg, worth, now)(objective);
