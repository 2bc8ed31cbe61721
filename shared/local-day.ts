import type { CalendarDate } from './calendar-date.ts';

/** The day of an instant by the person's own calendar. @param at UTC ms */
export function localDay(at: number): CalendarDate {
  const date = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first instant after a calendar day, by the person's own calendar, in UTC ms; null for no day. */
export function endOfDay(day: string): number | null {
  const [year, month, date] = day.split('-').map(Number);
  if (year === undefined || month === undefined || date === undefined) return null;
  const end = new Date(year, month - 1, date + 1);
  const same = new Date(year, month - 1, date);
  return same.getMonth() === month - 1 && same.getDate() === date ? end.getTime() : null;
}
