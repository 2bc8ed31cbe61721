import type { z } from 'zod';
import type { CalendarDay } from '#shared/award-analysis/calendar.ts';
import { type ColumnFigures, commonAxis, sortedSet } from '#shared/award-analysis/comparison.ts';
import { median } from '#shared/award-analysis/median.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn, comparisonRequests } from '#shared/contract/comparison.ts';
import { taxesAtPrice } from '#shared/records/itineraries-summary.ts';
import { type Reader, type Sql, sql } from '../../storage/sql.ts';
import { dayOf } from '../coverage/day.ts';
import { itinerariesOf } from '../itineraries/stored-itinerary.ts';
import { conditions, rowsPassing } from '../query/filter.ts';
import { standingOfVersion } from '../query/row.ts';
import { FEWEST_OF_ROWS, isCounted } from '../query/travellers.ts';
import { calendarDays } from './calendar.ts';
import { lostTitle, type NamedColumn } from './column-name.ts';

type Comparison = z.infer<typeof comparisonRequests.compare.output>;
type ComparisonColumn = Comparison['columns'][number];

/** A requested column and what is stored for it, or null. */
export type RequestedColumn = { requested: CompareColumn; stored: NamedColumn | null };

/**
 * The columns, aggregated in SQL so that no record is loaded.
 * @param today the user’s local date
 */
export function compareColumns(
  reader: Reader,
  identity: string,
  columns: readonly RequestedColumn[],
  filter: RecordFilter,
  today: string,
): Comparison {
  const sides = columns.map(({ requested, stored: column }) => {
    if (column === null) return { days: [], column: lostColumn(requested) };
    const seen = calendarDays(reader, identity, column.scope, [column.filter, filter]);
    const days = seen.filter(({ date }) => date >= today);
    const departed = seen.length - days.length;
    return {
      days,
      column: {
        title: column.title,
        demo: column.demo,
        cabins: column.cabins,
        complete: column.complete,
        extent: column.extent,
        isStored: true,
        newestAt: newestOf(reader, identity, column),
        departed,
        // Added only if a record has departed, because each condition makes the query slower.
        ...figuresIn(reader, identity, column, filter, days, departed > 0 ? notBefore(today) : []),
      },
    };
  });
  return { columns: sides.map((side) => side.column), days: commonAxis(sides.map((side) => side.days)) };
}

/** A record without a valid date does not count as departed. */
const notBefore = (today: string): Sql[] => [sql('x.day >= ?', dayOf(today))];

const NO_FIGURES: ColumnFigures = {
  cheapest: null,
  median: null,
  daysWithSpace: 0,
  daysSeen: 0,
  mostSeats: null,
  direct: { count: 0, of: 0 },
  programmes: [],
  airlines: [],
  cheapestBy: [],
};

const lostColumn = ({ scope }: CompareColumn): ComparisonColumn => ({
  title: lostTitle(scope),
  demo: false,
  cabins: [],
  complete: null,
  extent: null,
  isStored: false,
  newestAt: null,
  departed: 0,
  ...NO_FIGURES,
  cheapestVersion: null,
  isCheapestUnsure: false,
  cheapestTaxes: [],
  cheapestPrice: null,
});

/** When the newest record of a filtered scope was seen; for an unfiltered scope this is already known. */
function newestOf(reader: Reader, identity: string, { scope, filter, newestAt }: NamedColumn): number | null {
  if (conditions(filter).length === 0) return newestAt;
  const { from, where } = rowsPassing(scope, identity, filter);
  return (
    reader.get<{ at: number | null }>(
      sql(
        `SELECT max(p.received_at) AS at
         FROM (SELECT DISTINCT x.page_id FROM ${from} WHERE ${where.text}) f
         CROSS JOIN award_pages p ON p.id = f.page_id`,
        ...where.values,
      ),
    )?.at ?? null
  );
}

function figuresIn(
  reader: Reader,
  identity: string,
  column: CompareColumn,
  filter: RecordFilter,
  days: readonly CalendarDay[],
  upcoming: readonly Sql[],
): ColumnFigures &
  Pick<ComparisonColumn, 'cheapestVersion' | 'cheapestPrice' | 'cheapestTaxes' | 'isCheapestUnsure'> {
  const { from, where } = rowsPassing(
    column.scope,
    identity,
    column.filter,
    ...conditions(filter),
    ...upcoming,
    sql('x.available = 1'),
  );
  const withSpace = (select: string, rest = '', ...values: number[]): Sql =>
    sql(`SELECT ${select} FROM ${from} WHERE ${where.text} ${rest}`, ...where.values, ...values);
  // Groups programmes and airline lists separately: grouping by their pairs takes longer than both.
  const groups = reader.all<Group>(
    sql(
      `SELECT g.name AS programme, f.*
       FROM (SELECT x.programme_id, count(*) AS records, sum(x.direct) AS direct, max(x.seats) AS seats,
               count(x.miles) AS known, count(CASE WHEN ${isCounted('x.seats')} THEN x.miles END) AS counts,
               ${FEWEST_OF_ROWS}
             FROM ${from} WHERE ${where.text} GROUP BY x.programme_id) f
       CROSS JOIN award_programmes g ON g.id = f.programme_id`,
      ...where.values,
    ),
  );
  const airlines = reader.all<{ airlines: string }>(
    sql(
      `SELECT a.airlines FROM (SELECT DISTINCT x.airlines_id FROM ${from} WHERE ${where.text}) f
       CROSS JOIN award_airline_lists a ON a.id = f.airlines_id`,
      ...where.values,
    ),
  );
  // For several travellers, what gives no seat count counts only where nothing does, as in a calendar.
  const isCountedSomewhere = groups.some(({ counted }) => counted !== null);
  const cheapestBy = groups
    .flatMap(({ programme, counted, uncounted }) => {
      const miles = isCountedSomewhere ? counted : uncounted;
      return miles === null ? [] : { programme, miles };
    })
    .sort((a, b) => a.miles - b.miles || (a.programme < b.programme ? -1 : 1));
  const withSeats = (select: string, rest: string, ...values: number[]): Sql =>
    withSpace(select, `AND ${isCounted('x.seats')} ${rest}`, ...values);
  const sum = (of: 'records' | 'direct' | 'known' | 'counts') =>
    groups.reduce((all, group) => all + group[of], 0);
  const seats = groups.flatMap((group) => group.seats ?? []);
  const cheapest = cheapestBy[0]?.miles ?? null;
  const found =
    cheapest === null
      ? undefined
      : reader.get<{ id: number; isUnsure: number }>(
          withSpace(
            `x.version_id AS id, NOT ${isCounted('x.seats')} AS isUnsure`,
            'AND x.miles = ? ORDER BY isUnsure, x.day LIMIT 1',
            cheapest,
          ),
        );
  const cheapestVersion = found?.id ?? null;
  return {
    cheapest,
    cheapestVersion,
    isCheapestUnsure: found?.isUnsure === 1,
    cheapestTaxes:
      cheapestVersion === null ? [] : taxesAtPrice(itinerariesOf(reader, cheapestVersion), cheapest),
    cheapestPrice: cheapestVersion === null ? null : standingOfVersion(reader, cheapestVersion),
    median: middleMiles(
      reader,
      isCountedSomewhere ? withSeats : withSpace,
      sum(isCountedSomewhere ? 'counts' : 'known'),
    ),
    daysWithSpace: days.filter((day) => day.withSpace > 0).length,
    daysSeen: days.length,
    mostSeats: seats.length === 0 ? null : Math.max(...seats),
    direct: { count: sum('direct'), of: sum('records') },
    programmes: sortedSet(groups.map((group) => group.programme)),
    airlines: sortedSet(airlines.flatMap((list) => list.airlines.split(', ')).filter((code) => code !== '')),
    cheapestBy,
  };
}

type Group = {
  programme: string;
  records: number;
  direct: number;
  seats: number | null;
  known: number;
  counts: number;
  counted: number | null;
  uncounted: number | null;
};

/** The middle values for the median: one for an odd number of records, two for an even one. */
function middleMiles(
  reader: Reader,
  withSpace: (select: string, rest: string, ...values: number[]) => Sql,
  known: number,
): number | null {
  if (known === 0) return null;
  const count = known % 2 === 0 ? 2 : 1;
  const offset = Math.floor((known - 1) / 2);
  const middle = reader.all<{ miles: number }>(
    withSpace('x.miles', 'AND x.miles IS NOT NULL ORDER BY x.miles LIMIT ? OFFSET ?', count, offset),
  );
  return median(middle.map((row) => row.miles));
}
