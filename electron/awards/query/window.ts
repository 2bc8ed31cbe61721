import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer, ResultRequest } from '#shared/contract/results.ts';
import { allOf, type Reader, type Sql, sql } from '../../storage/sql.ts';
import { conditions } from './filter.ts';
import { rowsFoundBy } from './row.ts';
import { orderBy } from './sort.ts';
import { sourceOf } from './source.ts';

/** A window of a scope's rows, filtered and sorted in SQL, with the total. */
export function recordWindow(
  reader: Reader,
  identity: string,
  request: ResultRequest<'records'>,
): ResultAnswer<'records'> {
  const source = sourceOf(request.scope, identity);
  const filters = conditions(request.filter);
  const where = allOf([source.where, ...filters]);
  const rows = rowsFoundBy(
    reader,
    sql(
      `SELECT x.version_id, x.page_id, x.removed FROM ${source.from} WHERE ${where.text}
       ORDER BY ${orderBy(reader, request.sort, request.filter)} LIMIT ? OFFSET ?`,
      ...where.values,
      request.limit,
      request.offset,
    ),
  );
  const { offset, limit } = request;
  // A window that is not full ends with the last row, so the total needs no second query.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const total =
    (filters.length === 0 ? storedCount(reader, request.scope) : undefined) ??
    (isLast ? offset + rows.length : countWhere(reader, source.from, where));
  return { total, rows };
}

/** The record count of a run or search that was stored with its pages. */
function storedCount(reader: Reader, scope: Scope): number | undefined {
  const stored =
    scope.kind === 'run'
      ? reader.get<{ n: number }>(sql('SELECT records AS n FROM award_runs WHERE id = ?', scope.runId))
      : scope.kind === 'search'
        ? reader.get<{ n: number }>(
            sql('SELECT records AS n FROM award_listings WHERE search_id = ?', scope.searchId),
          )
        : undefined;
  return stored?.n;
}

function countWhere(reader: Reader, from: string, where: Sql): number {
  const counted = reader.get<{ n: number }>(
    sql(`SELECT count(*) AS n FROM ${from} WHERE ${where.text}`, ...where.values),
  );
  return counted?.n ?? 0;
}
