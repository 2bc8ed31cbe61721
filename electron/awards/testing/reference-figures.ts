/** What calendars and columns of comparisons show, from their records by simple loops. Property tests compare the SQL with it. */
import type { CalendarDay } from '#shared/award-analysis/calendar.ts';
import { type ColumnFigures, sortedSet } from '#shared/award-analysis/comparison.ts';
import { median } from '#shared/award-analysis/median.ts';
import type { CalendarDate } from '#shared/dates.ts';

/** A record that passes the filter's dates, weekdays and airports; callers pass no others. */
type DatedRecord = {
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

export type ComparedRecord = DatedRecord & {
  direct: boolean;
  programme: string;
  airlines: readonly string[];
};

/**
 * The calendar of records, in order of dates. A day is listed if it has any record: where all of them fail the filter,
 * the day was read and had no match.
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

/** The figures of a column from its records. */
export function figuresOf(records: readonly ComparedRecord[]): ColumnFigures {
  const space = records.filter((record) => record.passes && record.space);
  const miles = space.flatMap((record) => record.miles ?? []);
  const seats = space.flatMap((record) => record.seats ?? []);
  const least = new Map<string, number>();
  for (const { programme, miles: requested } of space)
    if (requested !== null) least.set(programme, Math.min(requested, least.get(programme) ?? requested));
  return {
    cheapest: miles.length === 0 ? null : miles.reduce((a, b) => Math.min(a, b)),
    median: median(miles),
    daysWithSpace: new Set(space.flatMap(({ date }) => date ?? [])).size,
    daysSeen: new Set(records.flatMap(({ date }) => date ?? [])).size,
    mostSeats: seats.length === 0 ? null : seats.reduce((a, b) => Math.max(a, b)),
    direct: { count: space.filter((record) => record.direct).length, of: space.length },
    programmes: sortedSet(space.map((record) => record.programme)),
    airlines: sortedSet(space.flatMap((record) => record.airlines)),
    cheapestBy: [...least]
      .map(([programme, miles]) => ({ programme, miles }))
      .sort((a, b) => (a.miles === b.miles ? Number(a.programme > b.programme) * 2 - 1 : a.miles - b.miles)),
  };
}
