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
  /** The reading ended within this day: it may have more. */
  partly?: true;
};

/** Which days an asking has read whole, both ends included, whether any record lay on them or not. */
export type ReadDays = {
  from: CalendarDate;
  until: CalendarDate;
  /** The day within which the reading ended; null where it came to the end of what was asked for. */
  partly: CalendarDate | null;
};

/**
 * The calendar of records, in order of dates. A day is told as soon as one record lies on it: a day whose records all
 * fail the filter was seen, and had nothing of the kind. Days that were read are told by `withReadDays`; a day that is
 * left out by both was not seen.
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

const DAY_MS = 86_400_000;

/**
 * The calendar with the days that were read and on which no record lies: each was seen, with no record. A day within
 * which a reading ended is marked, where it is told and no other reading holds it whole.
 * @param isWanted whether the filter looks at a date at all
 */
export function withReadDays(
  days: readonly CalendarDay[],
  reads: readonly ReadDays[],
  isWanted: (date: CalendarDate) => boolean,
): CalendarDay[] {
  if (reads.length === 0) return [...days];
  const told = new Map(days.map((day) => [day.date, day]));
  for (const { partly } of reads) {
    const day = partly === null ? undefined : told.get(partly);
    const isWhole = reads.some(({ from, until }) => partly !== null && from <= partly && partly <= until);
    if (day && !isWhole) told.set(day.date, { ...day, partly: true });
  }
  for (const { from, until } of reads) {
    for (let at = Date.parse(from); at <= Date.parse(until); at += DAY_MS) {
      const date = new Date(at).toISOString().slice(0, 10);
      if (!told.has(date) && isWanted(date))
        told.set(date, { date, miles: null, seats: null, withSpace: 0, records: 0 });
    }
  }
  return [...told.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
