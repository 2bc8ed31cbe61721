import { median } from '#shared/award-analysis/median.ts';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { type CalendarDay, calendarDays } from './calendar.ts';
import { conditions } from './filter.ts';
import { sourceOf } from './source.ts';
import { allOf, type Reader, type Sql, sql } from './sql.ts';

/** One column of a comparison. Everything but `daysSeen` looks at records with award space that pass the filter. */
export type ComparisonColumn = {
  title: string;
  /** UTC ms of the newest page that any of its records was last seen on; null where there is none. */
  newestAt: number | null;
  /** Whole miles. */
  cheapest: number | null;
  median: number | null;
  daysWithSpace: number;
  daysSeen: number;
  mostSeats: number | null;
  direct: { count: number; of: number };
  programmes: string[];
  airlines: string[];
};

/** Per column: null where the day was not seen; miles are null where it was seen without space, or untold. */
export type ComparisonDay = { date: string; cells: ({ miles: number | null; withSpace: number } | null)[] };

export type Comparison = { columns: ComparisonColumn[]; days: ComparisonDay[] };

export function compareScopes(
  reader: Reader,
  identity: string,
  scopes: readonly { scope: Scope; title: string; newestAt: number | null }[],
  filter: RecordFilter,
): Comparison {
  const sides = scopes.map(({ scope, title, newestAt }) => {
    const days = calendarDays(reader, identity, scope, filter);
    return { days, column: { title, newestAt, ...columnOf(reader, identity, scope, filter, days) } };
  });
  return { columns: sides.map((side) => side.column), days: commonAxis(sides.map((side) => side.days)) };
}

function columnOf(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
  days: readonly CalendarDay[],
): Omit<ComparisonColumn, 'title' | 'newestAt'> {
  const source = sourceOf(scope, identity);
  const where = allOf([source.where, ...conditions(filter), sql('x.available = 1')]);
  const withSpace = (select: string, rest = '', ...values: number[]): Sql =>
    sql(`SELECT ${select} FROM ${source.from} WHERE ${where.text} ${rest}`, ...where.values, ...values);
  const sums = reader.get<{
    of: number;
    direct: number;
    seats: number | null;
    told: number;
    miles: number | null;
  }>(
    withSpace(
      'count(*) AS "of", coalesce(sum(x.direct), 0) AS direct, max(x.seats) AS seats, count(x.miles) AS told, min(x.miles) AS miles',
    ),
  );
  const groups = reader.all<{ programme: string; airlines: string }>(
    sql(
      `SELECT DISTINCT g.name AS programme, a.airlines
       FROM (SELECT DISTINCT x.programme_id, x.airlines_id FROM ${source.from} WHERE ${where.text}) f
       CROSS JOIN award_programmes g ON g.id = f.programme_id
       CROSS JOIN award_airline_lists a ON a.id = f.airlines_id`,
      ...where.values,
    ),
  );
  const airlines = groups.flatMap((group) => group.airlines.split(', ')).filter((code) => code !== '');
  return {
    cheapest: sums?.miles ?? null,
    median: middleMiles(reader, withSpace, sums?.told ?? 0),
    daysWithSpace: days.filter((day) => day.withSpace > 0).length,
    daysSeen: days.length,
    mostSeats: sums?.seats ?? null,
    direct: { count: sums?.direct ?? 0, of: sums?.of ?? 0 },
    programmes: [...new Set(groups.map((group) => group.programme))].sort(),
    airlines: [...new Set(airlines)].sort(),
  };
}

/** The median without reading more than the middle: one value of an odd number of records, two of an even one. */
function middleMiles(
  reader: Reader,
  withSpace: (select: string, rest: string, ...values: number[]) => Sql,
  told: number,
): number | null {
  if (told === 0) return null;
  const count = told % 2 === 0 ? 2 : 1;
  const offset = Math.floor((told - 1) / 2);
  const middle = reader.all<{ miles: number }>(
    withSpace('x.miles', 'AND x.miles IS NOT NULL ORDER BY x.miles LIMIT ? OFFSET ?', count, offset),
  );
  return median(middle.map((row) => row.miles));
}

/** Every day that any column saw, in order; a day that a column did not see is null there, not empty. */
function commonAxis(columns: readonly (readonly CalendarDay[])[]): ComparisonDay[] {
  const byDate = columns.map((days) => new Map(days.map((day) => [day.date, day])));
  const dates = [...new Set(columns.flatMap((days) => days.map((day) => day.date)))].sort();
  return dates.map((date) => ({
    date,
    cells: byDate.map((days) => {
      const day = days.get(date);
      return day === undefined ? null : { miles: day.miles, withSpace: day.withSpace };
    }),
  }));
}
