import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import type { TimelineRun } from '#shared/contract/results.ts';
import { allOf, type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from '../coverage/complete.ts';
import { conditions } from '../query/filter.ts';
import { isAmongNewest, rowsOfAllRuns, runsInSet } from '../query/source.ts';
import { compareTexts } from '../query/text-order.ts';
import { FEWEST_OF_GROUPS, FEWEST_OF_ROWS } from '../query/travellers.ts';

type Seen = TimelineRun & { searchId: number };

/**
 * What each run of a scope returned for each route; for a run, all runs of its search. Oldest run first, then by route.
 * @param newest how many of the newest runs of each search; undefined: all
 */
export function timelineOf(
  reader: Reader,
  identity: string,
  scope: Scope,
  filter: RecordFilter,
  newest?: number,
): TimelineRun[] {
  const source = rowsOfAllRuns(scope, identity, newest);
  const where = allOf([source.where, ...conditions(filter)]);
  const seen = reader.all<Seen>(
    sql(
      `SELECT f.run_id AS runId,
         (SELECT received_at FROM award_pages WHERE run_id = f.run_id ORDER BY id LIMIT 1) AS ranAt,
         r.origin, r.destination, h.cabin, ${FEWEST_OF_GROUPS}, sum(f.withSpace) AS withSpace,
         sum(f.records) AS records, s.id AS searchId
       FROM (
         SELECT x.run_id, x.route_id, count(*) AS records, sum(x.available) AS withSpace,
           ${FEWEST_OF_ROWS}
         FROM ${source.from} WHERE ${where.text} GROUP BY x.run_id, x.route_id) f
       CROSS JOIN award_routes r ON r.id = f.route_id
       CROSS JOIN award_runs n ON n.id = f.run_id CROSS JOIN award_searches s ON s.id = n.search_id
       CROSS JOIN award_partitions h ON h.id = s.partition_id
       GROUP BY f.run_id, r.origin, r.destination`,
      ...where.values,
    ),
  );
  return [...seen, ...runsWithoutRecords(reader, scope, seen, newest)]
    .map(({ searchId: _search, ...run }) => run)
    .sort(
      (a, b) =>
        a.ranAt - b.ranAt ||
        a.runId - b.runId ||
        compareTexts(a.origin, b.origin) ||
        compareTexts(a.destination, b.destination),
    );
}

/**
 * The runs without a filtered record of a route on which another run of the same search has one. Only complete runs
 * without unreadable records count, since others prove nothing.
 */
function runsWithoutRecords(
  reader: Reader,
  scope: Scope,
  seen: readonly Seen[],
  newest: number | undefined,
): Seen[] {
  return [...Map.groupBy(seen, ({ searchId }) => searchId).values()].flatMap((ofSearch) => {
    const routes = [...new Map(ofSearch.map((run) => [`${run.origin} ${run.destination}`, run])).entries()];
    const had = new Set(
      ofSearch.map(({ runId, origin, destination }) => `${runId} ${origin} ${destination}`),
    );
    return runsOf(reader, scope, ofSearch[0]?.searchId ?? 0, newest).flatMap(({ runId, ranAt }) => {
      const missing = routes.filter(([route]) => !had.has(`${runId} ${route}`));
      return missing.map(([, run]) => ({
        ...run,
        runId,
        ranAt,
        cheapest: null,
        withSpace: 0,
        records: 0,
      }));
    });
  });
}

/** The complete runs of a search within a scope that contain no unreadable records. */
function runsOf(
  reader: Reader,
  scope: Scope,
  searchId: number,
  newest: number | undefined,
): { runId: number; ranAt: number }[] {
  const chosen = scope.kind === 'several' ? ` AND ${runsInSet(scope)}` : '';
  return reader.all(
    sql(
      `SELECT r.id AS runId, p.received_at AS ranAt FROM award_runs r
       CROSS JOIN award_pages p ON p.id = (SELECT min(id) FROM award_pages WHERE run_id = r.id)
       WHERE r.search_id = ? AND r.broken = 0${chosen} AND ${isAmongNewest(newest)} AND ${isCompleteRun('r.id')}`,
      searchId,
    ),
  );
}
