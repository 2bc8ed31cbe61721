import type { DatabaseConnection } from '../../storage/open.ts';
import { createReader } from '../../storage/sql.ts';
import { followsUnfinishedPage, isCompleteRun } from '../coverage/complete.ts';
import { milesRead, ownCoverage } from '../coverage/coverage.ts';
import { NO_DAY } from '../coverage/day.ts';

type Search = { searchId: number; partitionId: number };
type Listed = { day: number; recordId: number; routeId: number; versionId: number };

/** Whether row `x` was removed by an incomplete run ordered by miles, which proves removal at its miles only. */
const BY_MILES = `EXISTS (
  SELECT 1 FROM award_pages f WHERE f.id = x.removed AND f.input ->> '$.order_by' = 'lowest_mileage'
    AND NOT ${isCompleteRun('f.run_id')})`;

/**
 * Marks records that a later run of their search proves to be removed (`ownCoverage`). `removed` is the first page of that
 * run, or 0. A removed record has no award space in the listing of its search, nor in that of its route unless another
 * search returned it after that run began. A record that is returned again is no longer removed (listing-writer.ts).
 *
 * An incomplete run ordered by miles proves that a missing record cheaper than its last one is no longer available at its
 * miles: it is removed or dearer. In the listing of its route this applies to the same version only, since another search
 * may have returned the record at other miles.
 */
export function prepareRemoved(db: DatabaseConnection) {
  const reader = createReader(db);
  const selectListing = db
    .prepare<[number], number>('SELECT id FROM award_listings WHERE search_id = ?')
    .pluck();
  const selectSearches = db.prepare<[], Search>(
    'SELECT id AS searchId, partition_id AS partitionId FROM award_searches ORDER BY id',
  );
  const selectRuns = db
    .prepare<[number], number>('SELECT id FROM award_runs WHERE search_id = ? ORDER BY id')
    .pluck();
  const selectFirst = db
    .prepare<[number], number | null>('SELECT min(id) FROM award_pages WHERE run_id = ?')
    .pluck();
  const selectOrder = db
    .prepare<[number], string | null>("SELECT criteria ->> '$.order_by' FROM award_searches WHERE id = ?")
    .pluck();
  const selectOnPage = db.prepare<[number, number], Omit<Listed, 'versionId'>>(`
    SELECT v.day, o.record_id AS recordId, v.route_id AS routeId
    FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
    WHERE o.run_id = ? AND o.page_id = ?`);
  const markListed = db.prepare<[number, number, number, number, number, string], Listed>(`
    UPDATE award_listed SET removed = ?, available = 0
    WHERE listing_id = ? AND day <= ? AND page_id < ? AND removed < ?
      AND record_id NOT IN (SELECT value FROM json_each(?))
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const markCheaper = db.prepare<[number, number, number, number, string], Listed>(`
    UPDATE award_listed SET removed = ?, available = 0
    WHERE listing_id = ? AND available = 1 AND miles < ? AND page_id < ? AND removed = 0
      AND record_id NOT IN (SELECT value FROM json_each(?))
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const unmarkListed = db.prepare<[number], Listed>(`
    UPDATE award_listed SET removed = 0, available = (SELECT v.available FROM award_versions v WHERE v.id = version_id)
    WHERE listing_id = ? AND removed > 0
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const OF_ROUTE = `
    WHERE listing_id = (SELECT id FROM award_listings WHERE partition_id = ? AND route_id = ?)
      AND day = ? AND record_id = ?`;
  const markOfRoute = db.prepare<number[]>(
    `UPDATE award_listed SET removed = ?, available = 0 ${OF_ROUTE} AND page_id < ? AND removed < ?`,
  );
  const markCheaperOfRoute = db.prepare<number[]>(
    `UPDATE award_listed SET removed = ?, available = 0 ${OF_ROUTE} AND version_id = ? AND page_id < ? AND removed = 0`,
  );
  /** Sets a route's row from the listings of the searches that returned the record. */
  const recomputeOfRoute = db.prepare<number[]>(`
    UPDATE award_listed SET (removed, available) = (
      SELECT shown.first, iif(shown.first > 0, 0, v.available)
      FROM award_versions v, (
        SELECT coalesce(max(x.removed), 0) AS first FROM award_searches s CROSS JOIN award_listings li ON li.search_id = s.id
        CROSS JOIN award_listed x ON x.listing_id = li.id AND x.day = award_listed.day
          AND x.record_id = award_listed.record_id
          AND (x.version_id = award_listed.version_id OR NOT ${BY_MILES})
        WHERE s.partition_id = ? AND x.route_id = award_listed.route_id AND x.removed > award_listed.page_id) shown
      WHERE v.id = version_id)
    ${OF_ROUTE}`);

  /** Marks the records that one run proves to be removed. */
  function markFromRun(runId: number, { searchId, partitionId }: Search): void {
    const first = selectFirst.get(runId) ?? 0;
    const listing = selectListing.get(searchId) ?? 0;
    const { where, unreadable } = ownCoverage(reader, runId, partitionId);
    if (where === null) {
      const miles = milesRead(reader, runId, partitionId);
      if (miles === null) return;
      const cheaper = markCheaper.all(
        first,
        listing,
        miles.below,
        first,
        JSON.stringify([...miles.unreadable]),
      );
      for (const { routeId, day, recordId, versionId } of cheaper)
        markCheaperOfRoute.run(first, partitionId, routeId, day, recordId, versionId, first);
      return;
    }
    const until = where.until ?? NO_DAY;
    const removed = markListed.all(first, listing, until, first, first, JSON.stringify([...unreadable]));
    for (const { routeId, day, recordId } of removed)
      markOfRoute.run(first, partitionId, routeId, day, recordId, first, first);
  }

  /** Clears the marks of a search and sets them again from all its runs. */
  function resetMarks(search: Search): void {
    const unmarked = unmarkListed.all(selectListing.get(search.searchId) ?? 0);
    for (const runId of selectRuns.all(search.searchId)) markFromRun(runId, search);
    for (const { routeId, day, recordId } of unmarked)
      recomputeOfRoute.run(search.partitionId, search.partitionId, routeId, day, recordId);
  }

  return {
    /**
     * Call after recording a page for the first time. Usually a further page of a run only proves more, so existing marks
     * stay.
     * @param repeats whether the page repeated a record of its run: one that moved to another day weakens the proof
     */
    afterPage(home: Search & { runId: number; pageId: number }, repeats: boolean): void {
      if (selectFirst.get(home.runId) === home.pageId) {
        markFromRun(home.runId, home);
        return;
      }
      const { reason, unreadable } = ownCoverage(reader, home.runId, home.partitionId);
      const provesNoLess =
        followsUnfinishedPage(reader, home.runId, home.pageId) &&
        !repeats &&
        unreadable.size === 0 &&
        (reason === 'exhausted' || reason === 'date_order') &&
        selectOrder.get(home.searchId) === null;
      if (provesNoLess) markFromRun(home.runId, home);
      else resetMarks(home);
    },
    /** Call after reading a page again, which may have listed its records again under their routes. */
    afterReading(home: Search & { runId: number; pageId: number }): void {
      resetMarks(home);
      for (const { routeId, day, recordId } of selectOnPage.all(home.runId, home.pageId))
        recomputeOfRoute.run(home.partitionId, home.partitionId, routeId, day, recordId);
    },
    /** Call after rebuilding all pages. */
    markAll(): void {
      for (const search of selectSearches.all()) resetMarks(search);
    },
  };
}
