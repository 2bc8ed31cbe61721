/** Ranges of departure days set in one step. Pure. */
import { addDays, type CalendarDate, isCalendarDate, lastOfMonth, monthAfter } from '#shared/dates.ts';

export type DateRange = { earliest: CalendarDate; latest: CalendarDate };

/**
 * The range, extended by `days` at both ends; from a single day, the days around it. Null where neither end is a day.
 * It never begins before `today`, unless it already did.
 */
export function widened(
  earliest: string,
  latest: string,
  days: number,
  today: CalendarDate,
): DateRange | null {
  const [first, last] = [earliest.trim(), latest.trim()];
  const from = isCalendarDate(first) ? first : isCalendarDate(last) ? last : null;
  if (from === null) return null;
  const until = isCalendarDate(last) ? last : from;
  const wider = addDays(from, -days);
  return { earliest: wider < today && from >= today ? today : wider, latest: addDays(until, days) };
}

/** From the first to the last day of a month such as `2027-03`. */
export function wholeMonth(month: string): DateRange {
  return { earliest: `${month}-01`, latest: lastOfMonth(month) };
}

/** The month of a day and those after it, `count` in all. */
export function monthsFrom(day: CalendarDate, count: number): string[] {
  const months = [day.slice(0, 7)];
  while (months.length < count) months.push(monthAfter(months.at(-1) ?? ''));
  return months;
}
