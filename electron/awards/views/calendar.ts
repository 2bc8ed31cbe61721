import { type CalendarDay, withReadDays } from '#shared/award-analysis/calendar.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { type CalendarDate, isCalendarDate, weekday } from '#shared/dates.ts';
import { allOf, type Reader, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { readDays } from '../coverage/read-days.ts';
import { qualities, whereabouts } from '../query/filter.ts';
import { sourceOf } from '../query/source.ts';

type Columns = {
  day: number;
  miles: number | null;
  seats: number | null;
  withSpace: number;
  records: number;
};

/**
 * Every day that was seen, in order, as `calendarOf` and `withReadDays` define it, added up in SQL. A day whose records
 * all fail the filters' qualities was seen without space; only a day outside their dates, weekdays and airports is left
 * out.
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
      ? // No quality is filtered, so every record passes and need not be tested.
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
    (date) => filters.every((filter) => isWithin(filter, date)),
  );
}

/** Whether a date passes a filter's dates and weekdays; a bound that is no day of the calendar bounds nothing. */
const isWithin = ({ from, until, weekdays }: RecordFilter, date: CalendarDate): boolean =>
  (from === undefined || !isCalendarDate(from) || date >= from) &&
  (until === undefined || !isCalendarDate(until) || date <= until) &&
  (weekdays === undefined || weekdays.includes(weekday(date)));
