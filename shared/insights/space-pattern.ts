import { DAY_MS } from '../dates.ts';
import { firstAppearance, leadOf, type Reading, stayAfterSeen } from './readings.ts';
import { type CensoredInterval, quantile, turnbull } from './turnbull.ts';

/** With fewer dates, nothing can be said about when space appears, how long it stays or whether it is still there. */
export const FEWEST_READ_DATES = 10;

/** Nothing earlier than this before departure is counted: airlines open their calendars about then. */
export const MAX_LEAD = 360;

const STRIP_GROUPS = ['weekday', 'month'] as const;
export type StripGroup = (typeof STRIP_GROUPS)[number];

/** A date of travel with what every run shows about it, oldest first. `day` is in days since 1970-01-01. */
export type ReadDate = { readonly day: number; readonly readings: readonly Reading[] };

/** At `lead` days before departure: on how many dates space was seen, and on how many a run read and found none. */
export type StripCell = { lead: number; seen: number; none: number };

/** 0 = Sunday … 6 = Saturday, or 0 = January … 11 = December. */
function groupOf(day: number, by: StripGroup): number {
  const date = new Date(day * DAY_MS);
  return by === 'weekday' ? date.getUTCDay() : date.getUTCMonth();
}

const add = (counts: Uint32Array, at: number, by: number): void => {
  counts[at] = (counts[at] ?? 0) + by;
};

/**
 * Days before departure by weekday or month of travel. Only days that were read have a cell. A date that was read
 * several times on one day counts once, as seen where any of the runs saw space.
 */
export function stripOf(dates: readonly ReadDate[], by: StripGroup): StripCell[][] {
  const seen = Array.from({ length: by === 'weekday' ? 7 : 12 }, () => new Uint32Array(MAX_LEAD + 1));
  const none = seen.map(() => new Uint32Array(MAX_LEAD + 1));
  for (const { day, readings } of dates) {
    const group = groupOf(day, by);
    const [saw, read] = [seen[group], none[group]];
    if (saw === undefined || read === undefined) continue;
    // What was last counted of the date: readings of one day follow one another.
    let [counted, asSeen] = [Number.NaN, false];
    for (const { state, from } of readings) {
      const lead = leadOf(day, from);
      const isSeen = state === 'seen';
      const isAgain = lead === counted;
      if (isAgain && (asSeen || !isSeen)) continue;
      if (isAgain) add(read, lead, -1);
      add(isSeen ? saw : read, lead, 1);
      [counted, asSeen] = [lead, isSeen];
    }
  }
  return seen.map((counts, group) => {
    const cells: StripCell[] = [];
    for (let lead = MAX_LEAD; lead >= 0; lead -= 1) {
      const [saw, read] = [counts[lead] ?? 0, none[group]?.[lead] ?? 0];
      if (saw + read > 0) cells.push({ lead, seen: saw, none: read });
    }
    return cells;
  });
}

export type SpacePattern = {
  /** Dates that any run read or saw, and those on which space was seen. */
  dates: number;
  seen: number;
  /**
   * When space first appeared on the middle half of all dates, in days before departure, `from` the earlier; null on
   * either side without a bound. `within` counts the dates that certainly lie there. Null with too few dates, or where
   * space was seen on too few of them for a middle half.
   */
  appears: { from: number | null; until: number; within: number } | null;
  /**
   * After how many days space was removed on half of the dates; `most` is null without a bound. Null: too few dates.
   */
  stays: { least: number; most: number | null; dates: number } | null;
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** When space appears and how long it stays, with bounds; the estimates are Turnbull's (turnbull.ts). */
export function spacePattern(dates: readonly ReadDate[]): SpacePattern {
  const appeared = dates.flatMap(({ day, readings }) => firstAppearance(day, readings) ?? []);
  const stayed = dates.flatMap(({ readings }) => stayAfterSeen(readings) ?? []);
  return {
    dates: appeared.length,
    seen: stayed.length,
    appears: appeared.length < FEWEST_READ_DATES ? null : middleHalf(appeared),
    stays: stayed.length < FEWEST_READ_DATES ? null : halfLife(stayed),
  };
}

function middleHalf(appeared: readonly CensoredInterval[]): SpacePattern['appears'] {
  const masses = turnbull(appeared);
  const [first, last] = [quantile(masses, 0.25), quantile(masses, 0.75)];
  if (first === null || last === null || !Number.isFinite(last.until)) return null;
  const within = appeared.filter(({ after, until }) => after >= first.after && until <= last.until);
  const from = finite(first.after);
  return { from: from === null ? null : -from, until: -last.until + 0, within: within.length };
}

function halfLife(stayed: readonly CensoredInterval[]): SpacePattern['stays'] {
  const half = quantile(turnbull(stayed), 0.5);
  return half === null ? null : { least: half.after, most: finite(half.until), dates: stayed.length };
}
