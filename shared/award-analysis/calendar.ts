import { type CalendarDate, dateOfEpochDay, epochDay } from '../dates.ts';

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
 * The days of a calendar, in order of dates, with those that were read and had no records. A day that is listed had one,
 * passing the filter or not; a day in neither was not read. A day within which a run stopped is marked where it is listed and no
 * other run read all of it.
 * @param isWanted whether a date passes the filter's dates and weekdays
 */
export function withReadDays<Day extends CalendarDay>(
  days: readonly Day[],
  reads: readonly ReadDays[],
  isWanted: (date: CalendarDate) => boolean,
): (Day | CalendarDay)[] {
  const byDate = new Map<CalendarDate, Day | CalendarDay>(days.map((day) => [day.date, day]));
  for (const { partly } of reads) {
    const day = byDate.get(partly ?? '');
    if (day && !reads.some(({ from, until }) => from <= day.date && day.date <= until))
      byDate.set(day.date, { ...day, partly: true });
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
