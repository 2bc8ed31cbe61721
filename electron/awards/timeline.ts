import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { conditions } from './filter.ts';
import { everyAskingOf } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';

export type Asking = {
  runId: number;
  /** UTC ms of its first page. */
  askedAt: number;
  origin: string;
  destination: string;
  /** The cabin that was asked for; '' where none was. */
  cabin: string;
  /** Whole miles, of the records with award space. */
  cheapest: number | null;
  withSpace: number;
  records: number;
};

/** What each asking saw of each route: of a run, every asking of its search. Oldest asking first, then by route. */
export function timelineOf(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Asking[] {
  const source = everyAskingOf(scope, identity);
  const where = allOf([source.where, ...conditions(filter)]);
  return reader.all<Asking>(
    sql(
      `SELECT f.run_id AS runId,
         (SELECT received_at FROM award_pages WHERE run_id = f.run_id ORDER BY id LIMIT 1) AS askedAt,
         r.origin, r.destination, h.cabin, min(f.cheapest) AS cheapest, sum(f.withSpace) AS withSpace,
         sum(f.records) AS records
       FROM (
         SELECT x.run_id, x.route_id, count(*) AS records, sum(x.available) AS withSpace,
           min(CASE WHEN x.available THEN x.miles END) AS cheapest
         FROM ${source.from} WHERE ${where.text} GROUP BY x.run_id, x.route_id) f
       CROSS JOIN award_routes r ON r.id = f.route_id
       CROSS JOIN award_runs n ON n.id = f.run_id CROSS JOIN award_searches s ON s.id = n.search_id
       CROSS JOIN award_shelves h ON h.id = s.shelf_id
       GROUP BY f.run_id, r.origin, r.destination ORDER BY askedAt, f.run_id, r.origin, r.destination`,
      ...where.values,
    ),
  );
}
