import type { Connection } from '../storage/open.ts';
import { milesRead, ownCoverage } from './coverage.ts';
import { NO_DAY } from './day.ts';
import { createReader } from './sql.ts';

type Search = { searchId: number; shelfId: number };
type Listed = { day: number; recordId: number; routeId: number; versionId: number };

/** Of a row `x` that is gone from its search: that miles alone show it, because the asking was not read to its end. */
const BY_MILES = `EXISTS (
  SELECT 1 FROM award_pages f WHERE f.id = x.gone AND f.input ->> '$.order_by' = 'lowest_mileage'
    AND (SELECT has_more FROM award_pages WHERE run_id = f.run_id ORDER BY id DESC LIMIT 1) IS NOT 0)`;

/**
 * Marks what is gone from a search: a record that it saw last before one of its askings began, on a day of which that
 * asking shows all (`ownCoverage`). It has no award space any more, in the listing of the search and in the listing of
 * its route, unless another search saw it after that asking began. A record that is seen again is back
 * (listing-writer.ts).
 *
 * An asking for the fewest miles first that was not read to its end shows that what was cheaper than its last miles, and
 * is missing, is not to be had for these miles any more: it is gone, or dearer. In the listing of its route that holds
 * for the same version alone: another search may have seen it at other miles.
 */
export function prepareGone(db: Connection) {
  const reader = createReader(db);
  const selectListing = db
    .prepare<[number], number>('SELECT id FROM award_listings WHERE search_id = ?')
    .pluck();
  const selectSearches = db.prepare<[], Search>(
    'SELECT id AS searchId, shelf_id AS shelfId FROM award_searches ORDER BY id',
  );
  const selectRuns = db
    .prepare<[number], number>('SELECT id FROM award_runs WHERE search_id = ? ORDER BY id')
    .pluck();
  const selectFirst = db
    .prepare<[number], number | null>('SELECT min(id) FROM award_pages WHERE run_id = ?')
    .pluck();
  const selectOlder = db
    .prepare<[number, number], number>(
      'SELECT 1 FROM award_runs r CROSS JOIN award_pages p ON p.run_id = r.id WHERE r.search_id = ? AND p.id < ? LIMIT 1',
    )
    .pluck();
  const selectBefore = db
    .prepare<[number, number], number | null>(
      'SELECT has_more FROM award_pages WHERE run_id = ? AND id < ? ORDER BY id DESC LIMIT 1',
    )
    .pluck();
  const selectOrder = db
    .prepare<[number], string | null>("SELECT criteria ->> '$.order_by' FROM award_searches WHERE id = ?")
    .pluck();
  const selectOnPage = db.prepare<[number, number], Omit<Listed, 'versionId'>>(`
    SELECT v.day, o.record_id AS recordId, v.route_id AS routeId
    FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
    WHERE o.run_id = ? AND o.page_id = ?`);
  const markListed = db.prepare<[number, number, number, number, number, string], Listed>(`
    UPDATE award_listed SET gone = ?, available = 0
    WHERE listing_id = ? AND day <= ? AND page_id < ? AND gone < ?
      AND record_id NOT IN (SELECT value FROM json_each(?))
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const markCheaper = db.prepare<[number, number, number, number, string], Listed>(`
    UPDATE award_listed SET gone = ?, available = 0
    WHERE listing_id = ? AND available = 1 AND miles < ? AND page_id < ? AND gone = 0
      AND record_id NOT IN (SELECT value FROM json_each(?))
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const unmarkListed = db.prepare<[number], Listed>(`
    UPDATE award_listed SET gone = 0, available = (SELECT v.available FROM award_versions v WHERE v.id = version_id)
    WHERE listing_id = ? AND gone > 0
    RETURNING day, record_id AS recordId, route_id AS routeId, version_id AS versionId`);
  const OF_ROUTE = `
    WHERE listing_id = (SELECT id FROM award_listings WHERE shelf_id = ? AND route_id = ?)
      AND day = ? AND record_id = ?`;
  const markOfRoute = db.prepare<number[]>(
    `UPDATE award_listed SET gone = ?, available = 0 ${OF_ROUTE} AND page_id < ? AND gone < ?`,
  );
  const markCheaperOfRoute = db.prepare<number[]>(
    `UPDATE award_listed SET gone = ?, available = 0 ${OF_ROUTE} AND version_id = ? AND page_id < ? AND gone = 0`,
  );
  /** What the searches of its shelf that had the record show of it. */
  const settleOfRoute = db.prepare<number[]>(`
    UPDATE award_listed SET (gone, available) = (
      SELECT shown.first, iif(shown.first > 0, 0, v.available)
      FROM award_versions v, (
        SELECT coalesce(max(x.gone), 0) AS first FROM award_searches s CROSS JOIN award_listings li ON li.search_id = s.id
        CROSS JOIN award_listed x ON x.listing_id = li.id AND x.day = award_listed.day
          AND x.record_id = award_listed.record_id
          AND (x.version_id = award_listed.version_id OR NOT ${BY_MILES})
        WHERE s.shelf_id = ? AND x.route_id = award_listed.route_id AND x.gone > award_listed.page_id) shown
      WHERE v.id = version_id)
    ${OF_ROUTE}`);

  /** Marks what one run shows. */
  function markBy(runId: number, { searchId, shelfId }: Search): void {
    const first = selectFirst.get(runId) ?? null;
    const listing = selectListing.get(searchId);
    if (first === null || listing === undefined || selectOlder.get(searchId, first) === undefined) return;
    const { where, unreadable } = ownCoverage(reader, runId, shelfId);
    if (where === null) {
      const miles = milesRead(reader, runId, shelfId);
      if (miles === null) return;
      const cheaper = markCheaper.all(
        first,
        listing,
        miles.below,
        first,
        JSON.stringify([...miles.unreadable]),
      );
      for (const { routeId, day, recordId, versionId } of cheaper)
        markCheaperOfRoute.run(first, shelfId, routeId, day, recordId, versionId, first);
      return;
    }
    const until = where.until ?? NO_DAY;
    const gone = markListed.all(first, listing, until, first, first, JSON.stringify([...unreadable]));
    for (const { routeId, day, recordId } of gone)
      markOfRoute.run(first, shelfId, routeId, day, recordId, first, first);
  }

  /** Marks anew, from all that is known of a search. */
  function markAgain(search: Search): void {
    const listing = selectListing.get(search.searchId);
    if (listing === undefined) return;
    const unmarked = unmarkListed.all(listing);
    for (const runId of selectRuns.all(search.searchId)) markBy(runId, search);
    for (const { routeId, day, recordId } of unmarked)
      settleOfRoute.run(search.shelfId, search.shelfId, routeId, day, recordId);
  }

  return {
    /**
     * After a page of a run was written for the first time. A page that goes on from one with more shows no less than it.
     * @param repeats whether it had a record of its run once more: one that moved to another day takes proof away
     */
    afterPage(home: Search & { runId: number; pageId: number }, repeats: boolean): void {
      const before = selectBefore.get(home.runId, home.pageId);
      if (before === undefined) {
        markBy(home.runId, home);
        return;
      }
      const { reason, unreadable } = ownCoverage(reader, home.runId, home.shelfId);
      const showsNoLess =
        before === 1 &&
        !repeats &&
        unreadable.size === 0 &&
        (reason === 'exhausted' || reason === 'date_order') &&
        selectOrder.get(home.searchId) === null;
      if (showsNoLess) markBy(home.runId, home);
      else markAgain(home);
    },
    /** After a page was written anew: its records may have been entered in the listings of their routes once more. */
    afterReading(home: Search & { runId: number; pageId: number }): void {
      markAgain(home);
      for (const { routeId, day, recordId } of selectOnPage.all(home.runId, home.pageId))
        settleOfRoute.run(home.shelfId, home.shelfId, routeId, day, recordId);
    },
    /** After every page was written anew. */
    markAll(): void {
      for (const search of selectSearches.all()) markAgain(search);
    },
  };
}
