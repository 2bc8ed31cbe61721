/** Days as stored: whole days since 1970-01-01, so that they sort, range and group as integers. */

import { dateOfEpochDay, epochDay } from '#shared/dates.ts';

/** Stands for an invalid date; sorts after every valid day. */
export const NO_DAY = 2_000_000_000;

/** The day of a valid date `YYYY-MM-DD`; `NO_DAY` for null. */
export const dayOf = (date: string | null): number => (date === null ? NO_DAY : epochDay(date));

/** The last day of the calendar, 9999-12-31. */
export const LAST_DAY = 2_932_896;

/** The calendar date of a day, or null for `NO_DAY` and any other that the calendar does not have. */
export const dateOf = (day: number): string | null =>
  day < -LAST_DAY || day > LAST_DAY ? null : dateOfEpochDay(day);
