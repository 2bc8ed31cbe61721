import { type CalendarDate, dateOfEpochDay, epochDay } from '../dates.ts';

/** A record that passes the filter's dates, weekdays and airports; callers pass no others. */
export type DatedRecord = {
  /** Null where the date is not a day of the calendar: the record then belongs to no day. */
  date: CalendarDate | null;
  /** Whether it passes the rest of the filter. */
  passes: boolean;
  space: boolean;
  /** Whole miles; null where none are given. */
  miles: number | null;
  /** null: count not given. */
  seats: number | null;
};

export type CalendarDay = {
  date: CalendarDate;
  /** Cheapest whole miles with award space; null where no record of the day has space and gives its miles. */
  miles: number | null;
  /** Most seats of the records with space; null where no count is given. */
  seats: number | null;
  withSpace: number;
  /** Records of the day that pass the filter: 0 where the day was read and had none. */
  records: number;
  /** Reading stopped within this day: it may have more. */
  partly?: true;
};

/** Which days a run has read completely, both ends included, with or without records. */
export type ReadDays = {
  from: CalendarDate;
  until: CalendarDate;
  /** The day within which the run stopped reading; null where it read all of its request. */
  partly: CalendarDate | null;
};

/**
 * The calendar of records, in order of dates. A day is listed if it has any record: where all of them fail the filter,
 * the day was read and had no match. `withReadDays` adds days that were read and had no records; a day in neither was
 * not read.
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

/**
 * Adds the days that were read and had no records. A day within which a run stopped is marked where it is listed and no
 * other run read all of it.
 * @param isWanted whether a date passes the filter's dates and weekdays
 */
export function withReadDays<Day extends CalendarDay>(
  days: readonly Day[],
  reads: readonly ReadDays[],
  isWanted: (date: CalendarDate) => boolean,
): (Day | CalendarDay)[] {
  if (reads.length === 0) return [...days];
  const byDate = new Map<CalendarDate, Day | CalendarDay>(days.map((day) => [day.date, day]));
  for (const { partly } of reads) {
    const day = partly === null ? undefined : byDate.get(partly);
    const isRead = reads.some(({ from, until }) => partly !== null && from <= partly && partly <= until);
    if (day && !isRead) byDate.set(day.date, { ...day, partly: true });
  }
  for (const { from, until } of reads) {
    const last = epochDay(until);
    for (let at = epochDay(from); at <= last; at += 1) {
      const date = dateOfEpochDay(at);
      if (!byDate.has(date) && isWanted(date))
        byDate.set(date, { date, miles: null, seats: null, withSpace: 0, records: 0 });
    }
  }
  return [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}
