import { DAY_MS, epochDayAt } from '../dates.ts';
import type { CensoredInterval } from './turnbull.ts';

/**
 * What one run shows about a date of travel on a route, with a programme and in a cabin. A run that did not read the
 * date has no reading.
 */
export type Reading = {
  /** `seen`: there was award space. `none`: the run proves that there was none. */
  readonly state: 'seen' | 'none';
  /** UTC ms: the page that returned it; for `none`, the first and the last page of the run. */
  readonly from: number;
  readonly until: number;
  /**
   * Whether the run would also have proved that there was none. A run that is not complete can show space but never
   * that it is missing, so choosing dates by such runs would favour space.
   */
  readonly proves: boolean;
};

/** Whole days (UTC) from a moment to the date of travel; below 0 after it. @param day days since 1970-01-01 */
export const leadOf = (day: number, at: number): number => day - epochDayAt(at);

/** Oldest first. */
export const inOrder = <Some extends Reading>(readings: readonly Some[]): Some[] =>
  readings.toSorted((a, b) => a.from - b.from || a.until - b.until);

/**
 * When a date first had space, in days before departure as numbers that grow with time: -330 is 330 days out. After the
 * last run that read it and found none, and no later than the first that saw it. @param readings oldest first
 */
export function firstAppearance(day: number, readings: readonly Reading[]): CensoredInterval | null {
  const firstSeen = readings.findIndex(({ state }) => state === 'seen');
  const seen = readings[firstSeen];
  const without = readings.slice(0, seen === undefined ? undefined : firstSeen);
  if (seen === undefined && without.length === 0) return null;
  const until = seen === undefined ? Number.POSITIVE_INFINITY : -leadOf(day, seen.from);
  const latest = Math.max(...without.map(({ from }) => -leadOf(day, from)), Number.NEGATIVE_INFINITY);
  return { after: Math.min(latest, until), until };
}

/**
 * How long space stayed after it was first seen, in days: longer than until it was last seen, at most until the next
 * run that found none. Without an upper bound where it was still there at the last reading. Null where it was never
 * seen.
 * @param readings oldest first
 */
export function stayAfterSeen(readings: readonly Reading[]): CensoredInterval | null {
  const first = readings.findIndex(({ state }) => state === 'seen');
  const start = readings[first];
  if (start === undefined) return null;
  const after = readings.slice(first);
  const end = after.findIndex(({ state }) => state === 'none');
  const last = after[end < 0 ? after.length - 1 : end - 1] ?? start;
  const missing = after[end];
  const stayed = Math.max(0, last.from - start.from) / DAY_MS;
  const until = missing === undefined ? Number.POSITIVE_INFINITY : (missing.until - start.from) / DAY_MS;
  return { after: Math.min(stayed, until), until };
}

/**
 * The first sighting of a date, and the last reading before and the first at or after the moment `age` ms later. Null
 * where it was never seen, or where no run that would have proved absence was made by then: which dates are counted
 * must not depend on what was found. The first sighting does not confirm itself. @param readings oldest first
 */
export function readingsAround<Some extends Reading>(
  readings: readonly Some[],
  age: number,
): { start: Some; before: Some; after: Some } | null {
  const first = readings.findIndex(({ state }) => state === 'seen');
  const start = readings[first];
  if (start === undefined) return null;
  const moment = start.from + age;
  const since = readings.slice(first + 1);
  const later = since.filter(({ from }) => from >= moment);
  const [after] = later;
  if (after === undefined || !later.some(({ proves }) => proves)) return null;
  const before = since.findLast((one) => one !== after && one.until <= moment && one.from < moment) ?? start;
  return { start, before, after };
}

/**
 * Whether space was still there `age` ms after it was first seen: `there` or `removed` where the readings on both sides
 * of that moment agree, `either` where they do not. Null as in `readingsAround`.
 */
export function standingAt(readings: readonly Reading[], age: number): 'there' | 'removed' | 'either' | null {
  const around = readingsAround(readings, age);
  if (around === null) return null;
  const { before, after } = around;
  if (before.state !== after.state) return 'either';
  return before.state === 'seen' ? 'there' : 'removed';
}
