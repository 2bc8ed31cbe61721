import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { ownCoverage } from './coverage.ts';
import { conditions } from './filter.ts';
import { everyAskingOf, runsTogether } from './source.ts';
import { allOf, type Reader, sql } from './sql.ts';
import { compareTexts } from './text-order.ts';

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
  /** 0: it was read to its end and had none, where another asking of the same search had some. */
  records: number;
};

type Seen = Asking & { searchId: number; shelfId: number };

/** What each asking saw of each route: of a run, every asking of its search. Oldest asking first, then by route. */
export function timelineOf(reader: Reader, identity: string, scope: Scope, filter: RecordFilter): Asking[] {
  const source = everyAskingOf(scope, identity);
  const where = allOf([source.where, ...conditions(filter)]);
  const seen = reader.all<Seen>(
    sql(
      `SELECT f.run_id AS runId,
         (SELECT received_at FROM award_pages WHERE run_id = f.run_id ORDER BY id LIMIT 1) AS askedAt,
         r.origin, r.destination, h.cabin, min(f.cheapest) AS cheapest, sum(f.withSpace) AS withSpace,
         sum(f.records) AS records, s.id AS searchId, h.id AS shelfId
       FROM (
         SELECT x.run_id, x.route_id, count(*) AS records, sum(x.available) AS withSpace,
           min(CASE WHEN x.available THEN x.miles END) AS cheapest
         FROM ${source.from} WHERE ${where.text} GROUP BY x.run_id, x.route_id) f
       CROSS JOIN award_routes r ON r.id = f.route_id
       CROSS JOIN award_runs n ON n.id = f.run_id CROSS JOIN award_searches s ON s.id = n.search_id
       CROSS JOIN award_shelves h ON h.id = s.shelf_id
       GROUP BY f.run_id, r.origin, r.destination`,
      ...where.values,
    ),
  );
  return [...seen, ...withoutAny(reader, scope, seen)]
    .map(({ searchId: _search, shelfId: _shelf, ...asking }) => asking)
    .sort(
      (a, b) =>
        a.askedAt - b.askedAt ||
        a.runId - b.runId ||
        compareTexts(a.origin, b.origin) ||
        compareTexts(a.destination, b.destination),
    );
}

/**
 * The askings that had nothing of a route, as far as it passes the filter, where another asking of the same search had
 * something: only those that were read to their end and held nothing that could not be read, for others show nothing.
 */
function withoutAny(reader: Reader, scope: Scope, seen: readonly Seen[]): Seen[] {
  return [...Map.groupBy(seen, ({ searchId }) => searchId).values()].flatMap((ofSearch) => {
    const routes = [
      ...new Map(ofSearch.map((asking) => [`${asking.origin} ${asking.destination}`, asking])).entries(),
    ];
    const had = new Set(
      ofSearch.map(({ runId, origin, destination }) => `${runId} ${origin} ${destination}`),
    );
    return runsOf(reader, scope, ofSearch[0]?.searchId ?? 0).flatMap(({ runId, askedAt }) => {
      const missing = routes.filter(([route]) => !had.has(`${runId} ${route}`));
      const [first] = missing;
      return first === undefined || ownCoverage(reader, runId, first[1].shelfId).reason !== 'exhausted'
        ? []
        : missing.map(([, asking]) => ({
            ...asking,
            runId,
            askedAt,
            cheapest: null,
            withSpace: 0,
            records: 0,
          }));
    });
  });
}

/** The runs of a search that a scope looks at, that came to an end and held nothing that could not be read. */
function runsOf(reader: Reader, scope: Scope, searchId: number): { runId: number; askedAt: number }[] {
  const chosen = scope.kind === 'several' ? ` AND ${runsTogether(scope)}` : '';
  return reader.all(
    sql(
      `SELECT r.id AS runId, p.received_at AS askedAt FROM award_runs r
       CROSS JOIN award_pages p ON p.id = (SELECT min(id) FROM award_pages WHERE run_id = r.id)
       WHERE r.search_id = ? AND r.broken = 0${chosen}
         AND (SELECT has_more FROM award_pages WHERE run_id = r.id ORDER BY id DESC LIMIT 1) = 0`,
      searchId,
    ),
  );
}
