import type { Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer, ResultRequest } from '#shared/contract/results.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { conditions, rowsPassing } from './filter.ts';
import { rowsFoundBy } from './row.ts';
import { orderBy } from './sort.ts';
import type { Source } from './source.ts';

/** A window of a scope's rows, filtered and sorted in SQL, with the total. */
export function recordWindow(
  reader: Reader,
  identity: string,
  request: ResultRequest<'records'>,
): ResultAnswer<'records'> {
  const passing = rowsPassing(request.scope, identity, request.filter);
  const { from, where } = passing;
  const rows = rowsFoundBy(
    reader,
    sql(
      `SELECT x.version_id, x.page_id, x.removed FROM ${from} WHERE ${where.text}
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
    (conditions(request.filter).length === 0 ? storedCount(reader, request.scope) : undefined) ??
    (isLast ? offset + rows.length : countOf(reader, passing));
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

function countOf(reader: Reader, { from, where }: Source): number {
  const counted = reader.get<{ n: number }>(
    sql(`SELECT count(*) AS n FROM ${from} WHERE ${where.text}`, ...where.values),
  );
  return counted?.n ?? 0;
}
