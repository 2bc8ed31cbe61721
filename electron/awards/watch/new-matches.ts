import type { WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import { cheapestPercent } from '#shared/insights/price-rank.ts';
import type { RecordedPage } from '#shared/records/watched-search.ts';
import { allOf, type Reader, type Sql, sql } from '../../storage/sql.ts';
import { ALL_PAGES, pagesFromFirst, readsAsFar } from '../coverage/complete.ts';
import { dateOf, NO_DAY } from '../coverage/day.ts';
import { rankerFor } from '../insights/standings.ts';
import { areTooFew } from '../query/travellers.ts';

export type NewMatch = { recordKey: string; match: WatchMatch };

type Row = Omit<WatchMatch, 'direct' | 'date'> & {
  /** When the page was received, UTC ms. */
  at: number;
  recordKey: string;
  day: number;
  dateText: string | null;
  direct: number;
};

/** The recorded page of a purchase; null if it has none. */
export function pageOf(reader: Reader, purchaseId: string): RecordedPage | null {
  const page = reader.get<RecordedPage>(
    sql(
      `SELECT p.id AS pageId, r.id AS runId, s.id AS searchId, s.partition_id AS partitionId,
         (SELECT max(id) FROM award_runs WHERE search_id = s.id AND id < r.id) AS beforeRunId
       FROM award_pages p
       JOIN award_runs r ON r.id = p.run_id JOIN award_searches s ON s.id = r.search_id WHERE p.purchase_id = ?`,
      purchaseId,
    ),
  );
  return page ?? null;
}

/**
 * The conditions of a rule on a version alone, without the comparison of its price. A missing seat count satisfies no
 * condition on seats. A rule without one is met by space that is not known to have too few seats for all travellers.
 */
export function satisfies(version: string, { milesBelow, seatsMin, direct }: WatchRule): Sql {
  return allOf([
    sql(`${version}.available = 1`),
    ...(milesBelow === null ? [] : [sql(`${version}.miles < ?`, milesBelow)]),
    seatsMin === null ? sql(`NOT ${areTooFew(`${version}.seats`)}`) : sql(`${version}.seats >= ?`, seatsMin),
    ...(direct ? [sql(`${version}.direct = 1`)] : []),
  ]);
}

/**
 * The run to compare a page with: the newest earlier run of its search that is complete or read as many pages as the
 * page's run so far, so that records which a shorter run did not reach are not taken for new; else the previous run.
 */
function runBefore(reader: Reader, { runId, searchId }: RecordedPage): number {
  const found = reader.get<{ id: number }>(
    sql(
      `SELECT r.id FROM award_runs r WHERE r.search_id = ? AND r.id < ?
       ORDER BY ${readsAsFar('r.id')} DESC, r.id DESC LIMIT 1`,
      searchId,
      runId,
      pagesFromFirst(reader, runId) ?? ALL_PAGES,
    ),
  );
  return found?.id ?? 0;
}

/**
 * The records of a page that satisfy a rule now and did not in the run compared with. For a rule on the cheapest prices, a
 * record that cost the same or less in that run is no new match: only more expensive dates have become known since.
 */
export function newMatches(reader: Reader, page: RecordedPage, rule: WatchRule): NewMatch[] {
  const { cheapestPercent: wanted } = rule;
  const now = satisfies('v', rule);
  const then = allOf([satisfies('w', rule), ...(wanted === null ? [] : [sql('w.miles <= v.miles')])]);
  const rows = reader.all<Row>(
    sql(
      `SELECT e.record_key AS recordKey, v.day, v.date_text AS dateText, r.origin, r.destination,
         g.name AS programme, a.airlines, v.miles, v.seats, v.direct, p.received_at AS at
       FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
       CROSS JOIN award_pages p ON p.id = o.page_id
       CROSS JOIN award_records e ON e.id = o.record_id CROSS JOIN award_routes r ON r.id = v.route_id
       CROSS JOIN award_programmes g ON g.id = v.programme_id
       CROSS JOIN award_airline_lists a ON a.id = v.airlines_id
       WHERE o.run_id = ? AND o.page_id = ? AND ${now.text} AND NOT EXISTS (
         SELECT 1 FROM award_observations b CROSS JOIN award_versions w ON w.id = b.version_id
         WHERE b.run_id = ? AND b.record_id = o.record_id AND ${then.text})
       ORDER BY v.miles IS NULL, v.miles, v.day`,
      page.runId,
      page.pageId,
      ...now.values,
      runBefore(reader, page),
      ...then.values,
    ),
  );
  const isWanted = wanted === null ? () => true : amongCheapest(reader, page, wanted);
  return rows.filter(isWanted).map(({ recordKey, day, dateText, direct, at: _at, ...row }) => ({
    recordKey,
    match: { ...row, date: dateOf(day) ?? dateText ?? '', direct: direct === 1 },
  }));
}

/** Tests whether a price is among the cheapest `wanted` per cent of its group; false if there are too few dates. */
function amongCheapest(reader: Reader, { partitionId }: RecordedPage, wanted: number): (row: Row) => boolean {
  const partition = reader.get<{ identity: string; cabin: string; source: string }>(
    sql('SELECT identity, cabin, source FROM award_partitions WHERE id = ?', partitionId),
  );
  const ranks = new Map<string, ReturnType<typeof rankerFor>>();
  return ({ origin, destination, programme, day, miles, at }) => {
    if (partition === undefined || miles === null || day === NO_DAY) return false;
    const key = JSON.stringify([origin, destination, programme]);
    const rank = ranks.get(key) ?? rankerFor(reader, { ...partition, origin, destination, programme });
    ranks.set(key, rank);
    const standing = rank({ day, miles, at });
    return standing !== null && cheapestPercent(standing) <= wanted;
  };
}
