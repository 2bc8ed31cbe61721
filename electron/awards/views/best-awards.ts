import type { RecordFilter, RecordRow, Scope } from '#shared/contract/awards.ts';
import type { BestAwards } from '#shared/contract/results.ts';
import type { CalendarDate } from '#shared/dates.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { rowsPassing } from '../query/filter.ts';
import { rowsFoundBy } from '../query/row.ts';
import { orderBy } from '../query/sort.ts';
import { travellersOf } from '../query/travellers.ts';
import { extentOf } from './extent.ts';

/**
 * The cheapest award space of a selection from today on with enough seats, the cheapest direct, and how far its search was
 * read. Space without a seat count counts only if none is known to be enough.
 */
export function bestAwards(
  reader: Reader,
  identity: string,
  { scope, filter }: { scope: Scope; filter: RecordFilter },
  today: CalendarDate,
): BestAwards {
  const from = filter.from !== undefined && filter.from > today ? filter.from : today;
  const cheapest = (own: RecordFilter): RecordRow | null => {
    const wanted: RecordFilter = { ...filter, ...own, available: true, enoughSeats: true, from };
    const { from: rows, where } = rowsPassing(scope, identity, wanted, sql('x.miles IS NOT NULL'));
    const found = sql(
      `SELECT x.version_id, x.page_id, x.removed FROM ${rows} WHERE ${where.text}
       ORDER BY ${orderBy(reader, [{ by: 'miles', descending: false }], wanted)} LIMIT 1`,
      ...where.values,
    );
    return rowsFoundBy(reader, found)[0] ?? null;
  };
  const searched = searchOf(reader, scope);
  return {
    best: cheapest({}),
    bestDirect: filter.direct === false ? null : cheapest({ direct: true }),
    travellers: travellersOf(reader),
    extent: searched === null ? null : extentOf(reader, searched, scope.kind === 'run' ? scope.runId : null),
  };
}

/** The search of a run or search scope; null for others. */
const searchOf = (reader: Reader, scope: Scope): number | null =>
  scope.kind === 'search'
    ? scope.searchId
    : scope.kind === 'run'
      ? (reader.get<{ id: number }>(sql('SELECT search_id AS id FROM award_runs WHERE id = ?', scope.runId))
          ?.id ?? null)
      : null;
