import { type CalendarDay, withReadDays } from '#shared/award-analysis/calendar.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { type CalendarDate, isCalendarDate, weekday } from '#shared/dates.ts';
import { allOf, inList, type Reader, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { readDays } from '../coverage/read-days.ts';
import { placeConditions, recordConditions } from '../query/filter.ts';
import { sourceOf } from '../query/source.ts';

type Columns = {
  day: number;
  /** Miles with the programme in the low 16 bits, so that one `min` finds both for the cheapest record. */
  cheapest: number | null;
  seats: number | null;
  withSpace: number;
  records: number;
};

/** More programmes than any file has; packed with miles, numbers stay below 2^53 and so exact. */
const PROGRAMMES = 65_536;
const PACKED = (prefix: string) => `${prefix}miles * ${PROGRAMMES} + ${prefix}programme_id % ${PROGRAMMES}`;

/** The calendar of a scope with the programme of each day's cheapest record. */
export function calendarWithProgrammes(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
): (CalendarDay & { programme?: string })[] {
  const days = calendarDays(reader, identity, scope, [filter]);
  const ids = inList('id', [...new Set(days.flatMap(({ programmeId }) => programmeId ?? []))]);
  const names = new Map(
    reader
      .all<{ id: number; name: string }>(
        sql(`SELECT id, name FROM award_programmes WHERE ${ids.text}`, ...ids.values),
      )
      .map(({ id, name }) => [id, name]),
  );
  return days.map(({ programmeId, ...day }) => {
    const programme = programmeId === undefined ? undefined : names.get(programmeId);
    return { ...day, ...(programme !== undefined && { programme }) };
  });
}

/**
 * All days seen, in order, as `calendarOf` and `withReadDays` define them, computed in SQL. A day whose records all fail
 * the filters' record conditions is a day without space; only days that fail the place conditions are omitted.
 */
export function calendarDays(
  reader: Reader,
  identity: string,
  scope: Scope,
  filters: readonly RecordFilter[],
): (CalendarDay & { programmeId?: number })[] {
  const source = sourceOf(scope, identity);
  const passes = allOf(filters.flatMap(recordConditions));
  const where = allOf([source.where, sql(`x.day <> ${NO_DAY}`), ...filters.flatMap(placeConditions)]);
  const days = reader.all<Columns>(
    filters.flatMap(recordConditions).length === 0
      ? // No quality is filtered, so every record passes and need not be tested.
        sql(
          `SELECT x.day, min(CASE WHEN x.available THEN ${PACKED('x.')} END) AS cheapest,
             max(CASE WHEN x.available THEN x.seats END) AS seats, sum(x.available) AS withSpace, count(*) AS records
           FROM ${source.from} WHERE ${where.text} GROUP BY x.day ORDER BY x.day`,
          ...where.values,
        )
      : sql(
          `SELECT day, min(CASE WHEN space THEN ${PACKED('')} END) AS cheapest, max(CASE WHEN space THEN seats END) AS seats,
             sum(space) AS withSpace, sum(passes) AS records
           FROM (
             SELECT day, miles, programme_id, seats, passes, passes AND available AS space
             FROM (SELECT x.day, x.miles, x.programme_id, x.seats, x.available, (${passes.text}) IS TRUE AS passes
                   FROM ${source.from} WHERE ${where.text}))
           GROUP BY day ORDER BY day`,
          ...passes.values,
          ...where.values,
        ),
  );
  return withReadDays(
    days.map(({ day, cheapest, ...figures }) => ({
      date: dateOf(day) ?? '',
      miles: cheapest === null ? null : Math.floor(cheapest / PROGRAMMES),
      ...figures,
      ...(cheapest !== null && { programmeId: cheapest % PROGRAMMES }),
    })),
    readDays(reader, identity, scope),
    (date) => filters.every((filter) => isWithin(filter, date)),
  );
}

/** Whether a date passes a filter's dates and weekdays; an invalid bound is ignored. */
const isWithin = ({ from, until, weekdays }: RecordFilter, date: CalendarDate): boolean =>
  (from === undefined || !isCalendarDate(from) || date >= from) &&
  (until === undefined || !isCalendarDate(until) || date <= until) &&
  (weekdays === undefined || weekdays.includes(weekday(date)));
