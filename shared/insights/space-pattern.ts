import { DAY_MS, firstAppearance, leadOf, type Reading, stayAfterSeen } from './readings.ts';
import { type CensoredInterval, quantile, turnbull } from './turnbull.ts';

/** Fewer dates than these are too few to say when space comes, how long it stays or whether it is still there. */
export const FEWEST_READ_DATES = 10;

/** Earlier than this before departure nothing is counted: airlines open their calendars about then. */
export const MOST_LEAD = 360;

const STRIP_GROUPS = ['weekday', 'month'] as const;
export type StripGroup = (typeof STRIP_GROUPS)[number];

/** A date of travel with what every run said of it, oldest first. `day` is in days since 1970-01-01. */
export type ReadDate = { readonly day: number; readonly readings: readonly Reading[] };

/** At `lead` days before departure: on how many dates space was seen, and on how many a run read and found none. */
export type StripCell = { lead: number; seen: number; none: number };

/** 0 = Sunday … 6 = Saturday, or 0 = January … 11 = December. */
function groupOf(day: number, by: StripGroup): number {
  const date = new Date(day * DAY_MS);
  return by === 'weekday' ? date.getUTCDay() : date.getUTCMonth();
}

/**
 * Days before departure by weekday or month of travel. Only what was read has a cell: one that is absent was not read.
 * A date that was read several times on one day counts once, as seen where any of the runs saw space.
 */
export function stripOf(dates: readonly ReadDate[], by: StripGroup): StripCell[][] {
  const rows = Array.from({ length: by === 'weekday' ? 7 : 12 }, () => new Map<number, StripCell>());
  for (const { day, readings } of dates) {
    const states = new Map<number, Reading['state']>();
    for (const { state, from } of readings) {
      const lead = leadOf(day, from);
      if (lead >= 0 && lead <= MOST_LEAD && states.get(lead) !== 'seen') states.set(lead, state);
    }
    const row = rows[groupOf(day, by)];
    for (const [lead, state] of states) {
      const cell = row?.get(lead) ?? { lead, seen: 0, none: 0 };
      cell[state] += 1;
      row?.set(lead, cell);
    }
  }
  return rows.map((row) => [...row.values()].sort((a, b) => b.lead - a.lead));
}

export type SpacePattern = {
  /** Dates that any run read or saw, and those on which space was seen. */
  dates: number;
  seen: number;
  /**
   * When space first appeared on the middle half of all dates, in days before departure, `from` the earlier; null on
   * either side where no run bounds it. `within` counts the dates that surely lie there. Null where the dates are too
   * few, or where on too many of them none was seen for there to be a middle half.
   */
  appears: { from: number | null; until: number; within: number } | null;
  /** After how many days space was removed on half of the dates; `most` is null where no run bounds it. Null: too few dates. */
  stays: { least: number; most: number | null; dates: number } | null;
};

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** When space comes and how long it stays, with bounds; the estimates are Turnbull's (turnbull.ts). */
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
