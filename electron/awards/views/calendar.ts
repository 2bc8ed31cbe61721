import { type CalendarDay, withReadDays } from '#shared/award-analysis/calendar.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { allOf, type Reader, sql } from '../../storage/sql.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { readDays } from '../coverage/read-days.ts';
import { isOnDays, placeConditions, recordConditions } from '../query/filter.ts';
import { sourceOf } from '../query/source.ts';
import { fewestMiles } from '../query/travellers.ts';

type Columns = {
  day: number;
  cheapest: number | null;
  versionId: number | null;
  seats: number | null;
  withSpace: number;
  records: number;
};

/**
 * The version of the cheapest record: miles above it in one whole number of 64 bits, so that one `min` finds both. 29
 * bits number more versions than any file has; beyond 17 billion miles, any of the records is named.
 */
const VERSION_BITS = 29;
const VERSIONS = 2 ** VERSION_BITS - 1;
const MILES = 2 ** (63 - VERSION_BITS) - 1;
/** Of what has a seat count, for several travellers; only where nothing has, of what gives none. */
function cheapestOf(space: string, prefix: string): string {
  const both = (value: string) => fewestMiles(space, `${prefix}seats`, value);
  return `${both(`${prefix}miles`)} AS cheapest,
   ${both(`(min(${prefix}miles, ${MILES}) << ${VERSION_BITS}) | ${prefix}version_id`)} & ${VERSIONS} AS versionId`;
}

type Cheapest = { programme: string; origin: string; destination: string };

/** The calendar of a scope with the programme and the route of each day's cheapest record. */
export function calendarWithCheapest(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
): (CalendarDay & Partial<Cheapest>)[] {
  const days = calendarDays(reader, identity, scope, [filter]);
  const versions = JSON.stringify(days.flatMap(({ versionId }) => versionId ?? []));
  const cheapest = new Map(
    reader
      .all<Cheapest & { versionId: number }>(
        sql(
          `SELECT v.id AS versionId, g.name AS programme, r.origin, r.destination FROM json_each(?) j
           CROSS JOIN award_versions v ON v.id = j.value CROSS JOIN award_programmes g ON g.id = v.programme_id
           CROSS JOIN award_routes r ON r.id = v.route_id`,
          versions,
        ),
      )
      .map(({ versionId, ...record }) => [versionId, record]),
  );
  return days.map(({ versionId, ...day }) => ({
    ...day,
    ...(versionId !== undefined && cheapest.get(versionId)),
  }));
}

/**
 * All days seen, in order, computed in SQL. A day whose records all fail
 * the filters' record conditions is a day without space; only days that fail the place conditions are omitted.
 */
export function calendarDays(
  reader: Reader,
  identity: string,
  scope: Scope,
  filters: readonly RecordFilter[],
): (CalendarDay & { versionId?: number })[] {
  const source = sourceOf(scope, identity);
  const passes = allOf(filters.flatMap(recordConditions));
  const where = allOf([source.where, sql(`x.day <> ${NO_DAY}`), ...filters.flatMap(placeConditions)]);
  const days = reader.all<Columns>(
    filters.flatMap(recordConditions).length === 0
      ? // No quality is filtered, so every record passes and need not be tested.
        sql(
          `SELECT x.day, ${cheapestOf('x.available', 'x.')},
             max(CASE WHEN x.available THEN x.seats END) AS seats, sum(x.available) AS withSpace, count(*) AS records
           FROM ${source.from} WHERE ${where.text} GROUP BY x.day ORDER BY x.day`,
          ...where.values,
        )
      : sql(
          `SELECT day, ${cheapestOf('space', '')}, max(CASE WHEN space THEN seats END) AS seats,
             sum(space) AS withSpace, sum(passes) AS records
           FROM (
             SELECT day, miles, version_id, seats, passes, passes AND available AS space
             FROM (SELECT x.day, x.miles, x.version_id, x.seats, x.available, (${passes.text}) IS TRUE AS passes
                   FROM ${source.from} WHERE ${where.text}))
           GROUP BY day ORDER BY day`,
          ...passes.values,
          ...where.values,
        ),
  );
  return withReadDays(
    days.map(({ day, cheapest, versionId, ...figures }) => ({
      date: dateOf(day) ?? '',
      miles: cheapest,
      ...figures,
      ...(versionId !== null && { versionId }),
    })),
    readDays(reader, identity, scope),
    (date) => filters.every((filter) => isOnDays(filter, date)),
  );
}
