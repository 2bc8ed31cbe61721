/** The least weight known for each of many states, such as a day and an airport, and where it comes from. */
import type { Weight } from './weights.ts';

export type LeastTable = {
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly third: Float64Array;
  /** What the least weight of a state comes from; -1 where the state is not reached. */
  readonly from: Int32Array;
};

export const newLeastTable = (states: number): LeastTable => ({
  first: new Float64Array(states).fill(Number.POSITIVE_INFINITY),
  second: new Float64Array(states),
  third: new Float64Array(states),
  from: new Int32Array(states).fill(-1),
});

export const leastAt = ({ first, second, third }: LeastTable, state: number): Weight => [
  first[state] ?? 0,
  second[state] ?? 0,
  third[state] ?? 0,
];

export const isReached = ({ from }: LeastTable, state: number): boolean => (from[state] ?? -1) >= 0;

/** The states that are reached, in order. */
export function reachedStates({ from }: LeastTable): Int32Array {
  const reached = new Int32Array(from.length);
  let count = 0;
  for (let state = 0; state < from.length; state++) if ((from[state] ?? -1) >= 0) reached[count++] = state;
  return reached.subarray(0, count);
}

/** Takes a weight for a state if it is less than the one there. */
export function lower(
  table: LeastTable,
  state: number,
  first: number,
  second: number,
  third: number,
  from: number,
): void {
  const known = table.first[state] ?? 0;
  if (first > known) return;
  if (first === known) {
    const other = table.second[state] ?? 0;
    if (second > other || (second === other && third >= (table.third[state] ?? 0))) return;
  }
  table.first[state] = first;
  table.second[state] = second;
  table.third[state] = third;
  table.from[state] = from;
}

/** The same from a state of another table; a state that is not reached changes nothing. */
export function lowerFrom(
  table: LeastTable,
  state: number,
  other: LeastTable,
  from: number,
  source: number,
): void {
  if (isReached(other, from))
    lower(table, state, other.first[from] ?? 0, other.second[from] ?? 0, other.third[from] ?? 0, source);
}

/** Whether state `one` is less than state `other` of the same table. */
function isLess({ first, second, third }: LeastTable, one: number, other: number): boolean {
  const difference =
    (first[one] ?? 0) - (first[other] ?? 0) ||
    (second[one] ?? 0) - (second[other] ?? 0) ||
    (third[one] ?? 0) - (third[other] ?? 0);
  return difference < 0;
}

/**
 * For each of `days` days, the least state within `after` to `until` days after it (both included; negative: before), or
 * -1. Each day enters and leaves a queue once, so that a window of a year costs no more than one of a night. @param stateOf
 * the state of a day
 */
export function leastWithin(
  table: LeastTable,
  days: number,
  after: number,
  until: number,
  stateOf: (day: number) => number,
): Int32Array {
  const least = new Int32Array(days).fill(-1);
  const queue = new Int32Array(days);
  let [head, tail, next] = [0, 0, 0];
  for (let day = 0; day < days; day++) {
    for (; next <= Math.min(day + until, days - 1); next++) {
      const state = stateOf(next);
      if (!isReached(table, state)) continue;
      while (tail > head && !isLess(table, stateOf(queue[tail - 1] ?? 0), state)) tail -= 1;
      queue[tail] = next;
      tail += 1;
    }
    while (head < tail && (queue[head] ?? 0) < day + after) head += 1;
    if (head < tail) least[day] = stateOf(queue[head] ?? 0);
  }
  return least;
}
