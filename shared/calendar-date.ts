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

const DAY_MS = 86_400_000;
const FIRST: CalendarDate = '0000-01-01';
const LAST: CalendarDate = '9999-12-31';

const startOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** So many days later; the first or last day that can be written where there is none further. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const at = startOf(date) + days * DAY_MS;
  if (at > startOf(LAST)) return LAST;
  return at < startOf(FIRST) ? FIRST : new Date(at).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative where `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS);
}

/** 0 = Sunday … 6 = Saturday. */
export function weekday(date: CalendarDate): number {
  return new Date(startOf(date)).getUTCDay();
}

/** The last day of a month such as `2027-02`. */
export function lastOfMonth(month: string): CalendarDate {
  return [31, 30, 29].map((day) => `${month}-${day}`).find(isCalendarDate) ?? `${month}-28`;
}

/** The month after one such as `2027-12`; of the last that can be written, that one. */
export const monthAfter = (month: string): string => addDays(lastOfMonth(month), 1).slice(0, 7);

/** Every date from `from` to `to`, both included; empty where `to` is earlier. */
export function datesBetween(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day));
}
