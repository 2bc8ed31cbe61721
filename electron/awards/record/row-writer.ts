import type { AwardPage, AwardRecord } from '#shared/award-search/response.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { keysWithoutId } from '../coverage/keys-without-id.ts';
import { prepareListings } from './listing-writer.ts';
import { preparePriceGroups } from './price-groups.ts';
import { prepareSearchRoutes } from './search-routes.ts';
import { contentOf, isFlagged, prepareVersions } from './version-writer.ts';
import { prepareVocabulary } from './vocabulary.ts';

/** A record that breaks the contract, as far as it can be read, in one line. */
function readable(record: AwardRecord): string {
  const route =
    record.origin === null && record.destination === null
      ? null
      : `${record.origin ?? '?'} to ${record.destination ?? '?'}`;
  const parts = [
    record.dateText,
    route,
    record.programme,
    record.available === null ? null : record.available ? 'award space' : 'no award space',
    record.miles === null ? record.milesText : `${record.miles} miles`,
    record.airlines.length === 0 ? null : record.airlines.join(', '),
  ].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? 'Nothing in it could be read.' : parts.join(' · ');
}

/** Where a page's rows belong, and which source they are of. */
export type PageHome = {
  pageId: number;
  runId: number;
  searchId: number;
  partitionId: number;
  source: string;
};

/** Stands for the answer around the rows, where that breaks the contract (§2.2). */
export const ENVELOPE_POSITION = -1;

/** Writes the records of a page. All of it is derived from the answer and can be written again. */
export function prepareRows(db: DatabaseConnection) {
  const openVocabulary = prepareVocabulary(db);
  const storeVersion = prepareVersions(db);
  const openListings = prepareListings(db);
  const openPriceGroups = preparePriceGroups(db);
  const openSearchRoutes = prepareSearchRoutes(db);
  const insertObservation = db.prepare<number[]>(`
    INSERT OR IGNORE INTO award_observations (version_id, page_id, position, run_id, record_id)
    VALUES (?, ?, ?, ?, ?)`);
  const updateObservation = db.prepare<number[]>(`
    UPDATE award_observations SET version_id = ?, page_id = ?, position = ?
    WHERE run_id = ? AND record_id = ? AND page_id <= ?`);
  const clearBroken = db.prepare<[number]>('DELETE FROM award_broken WHERE page_id = ?');
  const insertBroken = db.prepare<[number, number, string | null, string, string]>(
    'INSERT INTO award_broken (page_id, position, record_key, readable, problems) VALUES (?, ?, ?, ?, ?)',
  );
  const grow = db.prepare<[number, number, number | null, number | null, number]>(
    `UPDATE award_runs SET records = records + ?, flagged = flagged + ?,
       cheapest = min(coalesce(cheapest, ?), coalesce(?, cheapest)) WHERE id = ?`,
  );
  const recount = db.prepare<[number, number, number]>(`
    UPDATE award_runs SET (records, flagged, cheapest) = (
      SELECT count(*), count(coalesce(v.added_id, v.remarks)), min(CASE WHEN v.available = 1 THEN v.miles END)
      FROM award_observations o JOIN award_versions v ON v.id = o.version_id WHERE o.run_id = ?)
    WHERE id = ? AND ? > 0`);
  const countBroken = db.prepare<[number, number]>(`
    UPDATE award_runs SET broken = (
      SELECT count(DISTINCT coalesce('id ' || b.record_key, b.page_id || '/' || b.position))
      FROM award_pages p JOIN award_broken b ON b.page_id = p.id WHERE p.run_id = ?)
    WHERE id = ?`);

  /** Returns how many of the page's records the run had before: they are then in their later state. */
  return function writeRows(home: PageHome, page: AwardPage): number {
    const { pageId, runId } = home;
    const vocabulary = openVocabulary();
    const listings = openListings(home.partitionId, home.searchId, pageId);
    const priceGroups = openPriceGroups(home.partitionId);
    const searchRoutes = openSearchRoutes(home.searchId);
    let records = 0;
    let flagged = 0;
    let repeated = 0;
    let cheapest: number | null = null;
    const keyOf = keysWithoutId(home.source, page);
    clearBroken.run(pageId);
    if (page.problems.length > 0)
      insertBroken.run(
        pageId,
        ENVELOPE_POSITION,
        null,
        'The answer around the records.',
        JSON.stringify(page.problems),
      );
    for (const row of page.rows) {
      const content = contentOf(row, vocabulary, keyOf);
      if (content === null) {
        insertBroken.run(
          pageId,
          row.position,
          row.record.recordId,
          readable(row.record),
          JSON.stringify(row.problems),
        );
        continue;
      }
      const stored = storeVersion(home.partitionId, pageId, content.key, content);
      const { versionId, recordId } = stored;
      if (insertObservation.run(versionId, pageId, row.position, runId, recordId).changes > 0) {
        records += 1;
        flagged += isFlagged(content) ? 1 : 0;
      } else {
        // Pages overlap: the same ID again in one run is the same record, in its later state.
        repeated += 1;
        updateObservation.run(versionId, pageId, row.position, runId, recordId, pageId);
      }
      listings.list(stored);
      priceGroups.touch(stored);
      searchRoutes.add(stored);
      const { available, miles } = content;
      if (available === 1 && miles !== null && (cheapest === null || miles < cheapest)) cheapest = miles;
    }
    listings.close();
    priceGroups.close();
    searchRoutes.close();
    grow.run(records, flagged, cheapest, cheapest, runId);
    recount.run(runId, runId, repeated);
    countBroken.run(runId, runId);
    return repeated;
  };
}
