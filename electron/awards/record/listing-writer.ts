import type { DatabaseConnection } from '../../storage/open.ts';
import { isFlagged, type Stored } from './version-writer.ts';

/**
 * Writes the listings: for each search, and for each route of a partition, every record once in its newest version. Page
 * IDs increase in recording order. A page never overwrites what a later page wrote, so recording it again changes nothing.
 */
export function prepareListings(db: DatabaseConnection) {
  const selectBySearch = db
    .prepare<[number], number>('SELECT id FROM award_listings WHERE search_id = ?')
    .pluck();
  const selectByRoute = db
    .prepare<[number, number], number>(
      'SELECT id FROM award_listings WHERE partition_id = ? AND route_id = ?',
    )
    .pluck();
  const insertBySearch = db.prepare<[number]>('INSERT INTO award_listings (search_id) VALUES (?)');
  const insertByRoute = db.prepare<[number, number]>(
    'INSERT INTO award_listings (partition_id, route_id) VALUES (?, ?)',
  );
  const grow = db.prepare<[number, number]>('UPDATE award_listings SET records = records + ? WHERE id = ?');
  const selectListed = db
    .prepare<[number, number, number], number>(
      'SELECT page_id FROM award_listed WHERE listing_id = ? AND day = ? AND record_id = ?',
    )
    .pluck();
  const deleteListed = db.prepare<[number, number, number]>(
    'DELETE FROM award_listed WHERE listing_id = ? AND day = ? AND record_id = ?',
  );
  const selectStanding = db
    .prepare<[number], number | null>('SELECT cheapest FROM award_price_standings WHERE version_id = ?')
    .pluck();
  const insertListed = db.prepare<(number | null)[]>(`
    INSERT OR IGNORE INTO award_listed (standing, version_id, page_id, route_id, programme_id, airlines_id, miles, seats,
      available, direct, flagged, listing_id, day, record_id)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const updateListed = db.prepare<(number | null)[]>(`
    UPDATE award_listed SET standing = ?, version_id = ?, page_id = ?, route_id = ?, programme_id = ?,
      airlines_id = ?, miles = ?, seats = ?, available = ?, direct = ?, flagged = ?, removed = 0
    WHERE listing_id = ? AND day = ? AND record_id = ? AND page_id <= ?`);
  const touchListed = db.prepare<[number, number, number, number, number, number, number]>(`
    UPDATE award_listed SET page_id = ?
    WHERE listing_id = ? AND day = ? AND record_id = ? AND version_id = ? AND (page_id = ? OR page_id < ? AND removed = 0)`);

  /** Opens the listings for one page's writing. */
  return (partitionId: number, searchId: number, pageId: number) => {
    const bySearch = selectBySearch.get(searchId) ?? Number(insertBySearch.run(searchId).lastInsertRowid);
    const byRoute = new Map<number, number>();
    const countChanges = new Map<number, number>();

    const listingOfRoute = (routeId: number): number => {
      const known = byRoute.get(routeId) ?? selectByRoute.get(partitionId, routeId);
      const id = known ?? Number(insertByRoute.run(partitionId, routeId).lastInsertRowid);
      byRoute.set(routeId, id);
      return id;
    };
    const adjustCount = (listingId: number, by: number) =>
      countChanges.set(listingId, (countChanges.get(listingId) ?? 0) + by);

    /** Removes the record from a place where this or an older page listed it; false if a newer page did. */
    function unlist(listingId: number, day: number, recordId: number): boolean {
      const listedPage = selectListed.get(listingId, day, recordId);
      if (listedPage === undefined) return true;
      if (listedPage > pageId) return false;
      deleteListed.run(listingId, day, recordId);
      adjustCount(listingId, -1);
      return true;
    }

    function upsertListed(listingId: number, stored: Stored): void {
      const { content: row, recordId, versionId } = stored;
      // The usual case: an unchanged record only gets the newer page. Not for a removed one, which has to be restored.
      if (
        !stored.first &&
        touchListed.run(pageId, listingId, row.day, recordId, versionId, pageId, pageId).changes > 0
      )
        return;
      const values = [
        // A new version has no standing yet.
        stored.known ? (selectStanding.get(versionId) ?? null) : null,
        versionId,
        pageId,
        row.routeId,
        row.programmeId,
        row.airlinesId,
        row.miles,
        row.seats,
        row.available,
        row.direct,
        isFlagged(row) ? 1 : 0,
        listingId,
        row.day,
        recordId,
      ];
      if (insertListed.run(...values).changes > 0) adjustCount(listingId, 1);
      else updateListed.run(...values, pageId);
    }

    return {
      list(stored: Stored): void {
        const { day, routeId } = stored.content;
        const inSearch = stored.elsewhere
          .filter((place) => place.day !== day)
          .every((place) => unlist(bySearch, place.day, stored.recordId));
        const inPartition = stored.elsewhere
          .filter((place) => place.day !== day || place.routeId !== routeId)
          .every((place) => unlist(listingOfRoute(place.routeId), place.day, stored.recordId));
        if (inSearch) upsertListed(bySearch, stored);
        if (inPartition) upsertListed(listingOfRoute(routeId), stored);
      },
      close(): void {
        for (const [listingId, by] of countChanges) grow.run(by, listingId);
      },
    };
  };
}
