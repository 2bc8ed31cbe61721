import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { ResultAnswer } from '#shared/contract/results.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { rowsPassing } from '../query/filter.ts';
import { FEWEST_OF_GROUPS, FEWEST_OF_ROWS } from '../query/travellers.ts';

type RouteSummary = Omit<ResultAnswer<'routes'>[number], 'from' | 'to'>;

/** The routes of a selection, ordered by code. */
export function routeSummaries(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
): RouteSummary[] {
  const { from, where } = rowsPassing(scope, identity, filter);
  return reader.all<RouteSummary>(
    sql(
      `SELECT r.origin, r.destination, sum(f.withSpace) AS withSpace, ${FEWEST_OF_GROUPS}
       FROM (
         SELECT x.route_id, sum(x.available) AS withSpace, ${FEWEST_OF_ROWS}
         FROM ${from} WHERE ${where.text} GROUP BY x.route_id) f
       CROSS JOIN award_routes r ON r.id = f.route_id
       GROUP BY r.origin, r.destination ORDER BY r.origin, r.destination`,
      ...where.values,
    ),
  );
}
