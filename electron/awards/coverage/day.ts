/** Days as the file stores them: whole days since 1970-01-01, so that they sort, range and group as integers. */

import { dateOfEpochDay, epochDay } from '#shared/dates.ts';

/** Stands for a date that is no day of the calendar: after every day that is one. */
export const NO_DAY = 2_000_000_000;

/** The day of a calendar date `YYYY-MM-DD`; `NO_DAY` for null. The text must be a day of the calendar. */
export const dayOf = (date: string | null): number => (date === null ? NO_DAY : epochDay(date));

/** Dates that were formatted before: a screen shows the same few hundred again and again. */
const written = new Map<number, string>();
const MOST_WRITTEN = 4000;

/** The calendar date of a day, or null for `NO_DAY`. */
export function dateOf(day: number): string | null {
  if (day === NO_DAY) return null;
  const known = written.get(day);
  if (known !== undefined) return known;
  const date = dateOfEpochDay(day);
  if (written.size >= MOST_WRITTEN) written.clear();
  written.set(day, date);
  return date;
}
