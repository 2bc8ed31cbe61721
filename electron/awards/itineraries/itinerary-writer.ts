import type { AwardRow } from '#shared/award-search/answered-row.ts';
import type { Itinerary } from '#shared/award-search/itinerary.ts';
import type { DatabaseConnection } from '../../storage/open.ts';

/** Longer texts are cut, since they only serve text search. */
const LONGEST_WORDS = 500;

const wordsIn = ({ flights, carriers, aircraft, cabins }: Itinerary): string =>
  [...flights, ...carriers, ...aircraft, ...cabins].join(' ').toLowerCase().slice(0, LONGEST_WORDS);

/** As `itineraries_read`: the page was read, and states trip details. Other pages that were read have 1. */
export const WITH_DETAILS = 2;

/**
 * Writes the itineraries of a page's records. A version has those of the newest page that has any: a search without trip
 * details removes nothing. Award space without itineraries gets the newest ones of the same record on the same day and
 * route with the same airlines, marked as not its own (`own = 0`).
 */
export function prepareItineraries(db: DatabaseConnection) {
  const selectSeen = db.prepare<[number, number], { versionId: number; position: number }>(`
    SELECT version_id AS versionId, position FROM award_observations WHERE run_id = ? AND page_id = ?`);
  const selectPage = db
    .prepare<[number], number | null>(
      'SELECT max(page_id) FROM award_itineraries WHERE version_id = ? AND own = 1',
    )
    .pluck();
  const remove = db.prepare<[number]>('DELETE FROM award_itineraries WHERE version_id = ?');
  const insert = db.prepare<[number, number, number, number | null, number | null, string, string]>(`
    INSERT INTO award_itineraries (version_id, place, page_id, stops, minutes, words, content)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  /** Records on a page with a version that has itineraries of its own: most have none. */
  const selectRecordsWithItineraries = db
    .prepare<[number, number], number>(`
      SELECT DISTINCT o.record_id FROM award_observations o CROSS JOIN award_versions b ON b.record_id = o.record_id
      WHERE o.run_id = ? AND o.page_id = ?
        AND EXISTS (SELECT 1 FROM award_itineraries i WHERE i.version_id = b.id AND i.own = 1)`)
    .pluck();
  const hasAny = db.prepare<[], number>('SELECT 1 FROM award_itineraries LIMIT 1').pluck();
  const removeEarlier = db.prepare<[number]>(`
    DELETE FROM award_itineraries WHERE own = 0
      AND version_id IN (SELECT id FROM award_versions WHERE record_id = ?)`);
  const insertEarlier = db.prepare<[number]>(`
    INSERT INTO award_itineraries (version_id, place, page_id, stops, minutes, words, content, own)
    SELECT n.version_id, i.place, i.page_id, i.stops, i.minutes, i.words, i.content, 0 FROM (
      SELECT n.id AS version_id, b.id AS from_id, max(g.page_id) FROM award_versions n
      CROSS JOIN award_versions b ON b.record_id = n.record_id AND b.day = n.day AND b.route_id = n.route_id
        AND b.airlines_id = n.airlines_id AND b.direct = n.direct
      CROSS JOIN award_itineraries g ON g.version_id = b.id AND g.own = 1
      WHERE n.record_id = ? AND n.available = 1
        AND NOT EXISTS (SELECT 1 FROM award_itineraries o WHERE o.version_id = n.id)
      GROUP BY n.id) n
    CROSS JOIN award_itineraries i ON i.version_id = n.from_id`);
  const markRead = db.prepare<[number, number]>('UPDATE award_pages SET itineraries_read = ? WHERE id = ?');
  const selectUnread = db
    .prepare<[], string>('SELECT purchase_id FROM award_pages WHERE itineraries_read = 0 ORDER BY id')
    .pluck();

  function replace(versionId: number, pageId: number, itineraries: readonly Itinerary[]): void {
    if ((selectPage.get(versionId) ?? 0) > pageId) return;
    remove.run(versionId);
    itineraries.forEach((itinerary, place) => {
      const { stops, minutes } = itinerary;
      insert.run(versionId, place, pageId, stops, minutes, wordsIn(itinerary), JSON.stringify(itinerary));
    });
  }

  return {
    write({ runId, pageId }: { runId: number; pageId: number }, rows: readonly AwardRow[]): void {
      const withAny = rows.some(({ itineraries }) => itineraries !== null);
      if (withAny)
        for (const { versionId, position } of selectSeen.all(runId, pageId)) {
          const itineraries = rows[position]?.itineraries ?? null;
          if (itineraries !== null) replace(versionId, pageId, itineraries);
        }
      if (hasAny.get() !== undefined)
        for (const recordId of selectRecordsWithItineraries.all(runId, pageId)) {
          removeEarlier.run(recordId);
          insertEarlier.run(recordId);
        }
      markRead.run(withAny ? WITH_DETAILS : 1, pageId);
    },
    /** Purchases whose answers have not been read for itineraries. */
    unread: (): string[] => selectUnread.all(),
  };
}
