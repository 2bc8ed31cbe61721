/**
 * Dates. A travel date is a day of the calendar without a zone, the same everywhere; a local day is the day of an
 * instant in the user’s own calendar; an instant is UTC milliseconds. All date arithmetic is in this module. Pure.
 */

/** A date of travel: `YYYY-MM-DD`, a day of the calendar without a zone (§2.1 start_date, end_date). */
export type CalendarDate = string;

export const CALENDAR_DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

/** True for a real day of the calendar: `2026-02-31` has the contract's pattern but is no day. */
export function isCalendarDate(text: string): boolean {
  if (!CALENDAR_DATE_PATTERN.test(text)) return false;
  // Without the date library: this runs for every record of every page.
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** In UTC, which has no day of another length. */
export const DAY_MS = 86_400_000;
const FIRST: CalendarDate = '0000-01-01';
const LAST: CalendarDate = '9999-12-31';

const startOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);

/** So many days later; limited to the first and last day that can be written. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const at = startOf(date) + days * DAY_MS;
  if (at > startOf(LAST)) return LAST;
  return at < startOf(FIRST) ? FIRST : utcDay(at);
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

/** The month after one such as `2027-12`; the last that can be written is followed by itself. */
export const monthAfter = (month: string): string => addDays(lastOfMonth(month), 1).slice(0, 7);

/** Every date from `from` to `to`, both included; empty where `to` is earlier. */
export function datesBetween(from: CalendarDate, to: CalendarDate): CalendarDate[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, day) => addDays(from, day));
}

/** Whole days from 1970-01-01 to a calendar date, which must be one. */
export const epochDay = (date: CalendarDate): number => Math.round(startOf(date) / DAY_MS);

/** Cache of written dates: a screen shows the same few hundred again and again. */
const written = new Map<number, CalendarDate>();
const MAX_WRITTEN = 4000;

/** The calendar date so many days after 1970-01-01. */
export function dateOfEpochDay(day: number): CalendarDate {
  const known = written.get(day);
  if (known !== undefined) return known;
  const date = utcDay(day * DAY_MS);
  if (written.size >= MAX_WRITTEN) written.clear();
  written.set(day, date);
  return date;
}

/** The UTC day of an instant as whole days since 1970-01-01. @param at UTC ms */
export const epochDayAt = (at: number): number => Math.floor(at / DAY_MS);

/** The UTC day of an instant. @param at UTC ms */
export const utcDay = (at: number): CalendarDate => isoInstant(at).slice(0, 10);

/** An instant as files write it: ISO 8601 in UTC. @param at UTC ms */
export const isoInstant = (at: number): string => new Date(at).toISOString();

const two = (part: number): string => String(part).padStart(2, '0');

/** Start of the day `before` days before that of `now`. */
export function startOfDay(now: number, before = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - before).getTime();
}

/** Start of the month `before` months before that of `now`. */
export function monthStart(now: number, before = 0): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth() - before, 1).getTime();
}

export const startOfToday = (): number => startOfDay(Date.now());
export const startOfMonth = (): number => monthStart(Date.now());

/**
 * The start of a day typed as `YYYY-MM-DD`, or of the day so many days later, in the user’s own calendar; undefined
 * where it is not a day of the calendar.
 */
export function dayStart(text: string, after = 0): number | undefined {
  if (!isCalendarDate(text)) return undefined;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  return new Date(year, month - 1, day + after).getTime();
}

/** The first instant after a calendar day, in the user’s own calendar, in UTC ms; null where it is not one. */
export const endOfDay = (day: string): number | null => dayStart(day, 1) ?? null;

/** The month of an instant by the user’s own calendar: `YYYY-MM`. */
export function monthOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}`;
}

/** Start and end of a month (`YYYY-MM`) by the user’s own calendar, in UTC ms; the end is not included. */
export function monthBounds(month: string): { from: number; until: number } {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return { from: new Date(year, number - 1, 1).getTime(), until: new Date(year, number, 1).getTime() };
}

/** The day of an instant by the user’s own calendar: `YYYY-MM-DD`. @param at UTC ms */
export const localDay = (at: number): CalendarDate => `${monthOf(at)}-${two(new Date(at).getDate())}`;
