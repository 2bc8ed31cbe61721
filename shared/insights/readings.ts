import type { CensoredInterval } from './turnbull.ts';

export const DAY_MS = 86_400_000;

/**
 * What one run says of a date of travel on a route, with a programme and in a cabin. A run that says nothing of the date
 * (not read) has no reading: it is neither of the two.
 */
export type Reading = {
  /** `seen`: award space came. `none`: the run proves that there was none. */
  readonly state: 'seen' | 'none';
  /** UTC ms: the page that brought it; of `none`, the first and the last page of the run. */
  readonly from: number;
  readonly until: number;
  /**
   * Whether the run would also have proved that there was none. A run that was not read to its end shows space and
   * never shows that it is missing, so to choose dates by such runs would favour space.
   */
  readonly proves: boolean;
};

/** Whole days (UTC) from a moment to the date of travel; below 0 after it. @param day days since 1970-01-01 */
export const leadOf = (day: number, at: number): number => day - Math.floor(at / DAY_MS);

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
 * How long space stayed after it was first seen, in days: longer than until it was seen last, at most until the next
 * run that found none. What was still there when it was read last has no upper bound. Null where it was never seen.
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
 * The first sighting of a date, and what was read last before and first at or after the moment `age` ms later. Null where
 * it was never seen, or where no run that would have proved either was made by then: which dates are counted must not
 * depend on what was found. The first sighting does not confirm itself. @param readings oldest first
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
 * Whether space that was first seen was still there `age` ms later: `there` or `removed` where the readings on both
 * sides of that moment agree, `either` where they do not. Null as in `readingsAround`.
 */
export function standingAt(readings: readonly Reading[], age: number): 'there' | 'removed' | 'either' | null {
  const around = readingsAround(readings, age);
  if (around === null) return null;
  const { before, after } = around;
  if (before.state !== after.state) return 'either';
  return before.state === 'seen' ? 'there' : 'removed';
}
