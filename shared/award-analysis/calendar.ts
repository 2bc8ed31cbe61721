import type { CalendarDate } from '../calendar-date.ts';

/** A record where the filter says to look: outside its dates, weekdays and airports no record is handed in. */
export type DatedRecord = {
  /** null where the date is no day of the calendar: such a record lies on no day. */
  date: CalendarDate | null;
  /** Whether it has the qualities that the filter asks for. */
  passes: boolean;
  space: boolean;
  /** Whole miles; null where none are told. */
  miles: number | null;
  /** null: count not given. */
  seats: number | null;
};

export type CalendarDay = {
  date: CalendarDate;
  /** Cheapest whole miles with award space; null where there is none on that day, or none tells its miles. */
  miles: number | null;
  /** Most seats told among the records with space; null where no count was given. */
  seats: number | null;
  withSpace: number;
  /** Records of the day that pass the filter: 0 on a day that was seen with nothing of the kind. */
  records: number;
};

/**
 * The calendar of records, in order of dates. A day is told as soon as one record lies on it: a day whose records all
 * fail the filter was seen, and had nothing of the kind; a day that is left out was not seen.
 */
export function calendarOf(records: Iterable<DatedRecord>): CalendarDay[] {
  const days = new Map<CalendarDate, CalendarDay>();
  for (const { date, passes, space, miles, seats } of records) {
    if (date === null) continue;
    const day = days.get(date) ?? { date, miles: null, seats: null, withSpace: 0, records: 0 };
    days.set(date, day);
    if (!passes) continue;
    day.records += 1;
    if (!space) continue;
    day.withSpace += 1;
    if (miles !== null && (day.miles === null || miles < day.miles)) day.miles = miles;
    if (seats !== null && (day.seats === null || seats > day.seats)) day.seats = seats;
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
