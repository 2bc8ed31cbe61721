/** Days as the file stores them: whole days since 1970-01-01, so that they sort, range and group as integers. */

import { dateOfEpochDay, epochDay } from '#shared/dates.ts';

/** Stands for a date that is no day of the calendar: after every day that is one. */
export const NO_DAY = 2_000_000_000;

/** The day of a calendar date `YYYY-MM-DD`; `NO_DAY` for null. The text must be a day of the calendar. */
export const dayOf = (date: string | null): number => (date === null ? NO_DAY : epochDay(date));

/** The calendar date of a day, or null for `NO_DAY`. */
export const dateOf = (day: number): string | null => (day === NO_DAY ? null : dateOfEpochDay(day));
