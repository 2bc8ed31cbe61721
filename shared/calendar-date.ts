import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

/** A date of travel: `YYYY-MM-DD`, a day of the calendar without a zone (§2.1 start_date, end_date). */
export type CalendarDate = string;

export const CALENDAR_DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real day of the calendar: `2026-02-31` keeps the contract's pattern but is no day. */
export function isCalendarDate(text: string): boolean {
  if (!CALENDAR_DATE_PATTERN.test(text)) return false;
  // Without the date library: this runs for every record of every page.
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dayjs.utc(date).add(days, 'day').format('YYYY-MM-DD');
}

/** Whole days from `from` to `to`; negative where `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayjs.utc(to).diff(dayjs.utc(from), 'day');
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(date: CalendarDate): number {
  return dayjs.utc(date).day();
}

/** Every date from `from` to `to`, both included; empty where `to` is earlier. */
export function datesBetween(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day));
}
