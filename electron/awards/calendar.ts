import { type CalendarDay, withReadDays } from '#shared/award-analysis/calendar.ts';
import { type CalendarDate, isCalendarDate, weekday } from '#shared/calendar-date.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { dateOf, NO_DAY } from './day.ts';
import { qualities, whereabouts } from './filter.ts';
import { readDays } from './read-days.ts';
import { sourceOf } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';

type Columns = {
  day: number;
  miles: number | null;
  seats: number | null;
  withSpace: number;
  records: number;
};

/**
 * Every day that was seen, in order, as `calendarOf` and `withReadDays` define it, added up by the file. A day whose
 * records all fail the filters' qualities is told as seen without space, because that is what it is; only a day outside
 * their dates, weekdays and airports is left out.
 */
export function calendarDays(
  reader: Reader,
  identity: string,
  scope: Scope,
  filters: readonly RecordFilter[],
): CalendarDay[] {
  const source = sourceOf(scope, identity);
  const passes = allOf(filters.flatMap(qualities));
  const where = allOf([source.where, sql(`x.day <> ${NO_DAY}`), ...filters.flatMap(whereabouts)]);
  const days = reader.all<Columns>(
    filters.flatMap(qualities).length === 0
      ? // Nothing is asked of the records, so every one passes and need not be looked at for it.
        sql(
          `SELECT x.day, min(CASE WHEN x.available THEN x.miles END) AS miles,
             max(CASE WHEN x.available THEN x.seats END) AS seats, sum(x.available) AS withSpace, count(*) AS records
           FROM ${source.from} WHERE ${where.text} GROUP BY x.day ORDER BY x.day`,
          ...where.values,
        )
      : sql(
          `SELECT day, min(CASE WHEN space THEN miles END) AS miles, max(CASE WHEN space THEN seats END) AS seats,
             sum(space) AS withSpace, sum(passes) AS records
           FROM (
             SELECT day, miles, seats, passes, passes AND available AS space
             FROM (SELECT x.day, x.miles, x.seats, x.available, (${passes.text}) IS TRUE AS passes
                   FROM ${source.from} WHERE ${where.text}))
           GROUP BY day ORDER BY day`,
          ...passes.values,
          ...where.values,
        ),
  );
  return withReadDays(
    days.map(({ day, ...figures }) => ({ date: dateOf(day) ?? '', ...figures })),
    readDays(reader, identity, scope),
    (date) => filters.every((filter) => looksAt(filter, date)),
  );
}

/** Whether a filter looks at a date at all; a bound that is no day of the calendar bounds nothing. */
const looksAt = ({ from, until, weekdays }: RecordFilter, date: CalendarDate): boolean =>
  (from === undefined || !isCalendarDate(from) || date >= from) &&
  (until === undefined || !isCalendarDate(until) || date <= until) &&
  (weekdays === undefined || weekdays.includes(weekday(date)));
