import type { Itinerary } from '#shared/contract/itinerary.ts';
import { rawRecords } from '#shared/record-kinds/record-kinds.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { readItineraries } from './read-itineraries.ts';

/** Longer texts are cut: it is for finding by words alone. */
const LONGEST_WORDS = 500;

const wordsIn = ({ flights, carriers, aircraft, cabins }: Itinerary): string =>
  [...flights, ...carriers, ...aircraft, ...cabins].join(' ').toLowerCase().slice(0, LONGEST_WORDS);

/**
 * Writes what a page says of the ways to fly its records. Each version has what the newest page says that says anything of
 * them: a search without trip details takes nothing away.
 */
export function prepareItineraries(db: DatabaseConnection) {
  const selectSeen = db.prepare<[number, number], { versionId: number; position: number }>(`
    SELECT version_id AS versionId, position FROM award_observations WHERE run_id = ? AND page_id = ?`);
  const selectPage = db
    .prepare<[number], number | null>('SELECT max(page_id) FROM award_itineraries WHERE version_id = ?')
    .pluck();
  const remove = db.prepare<[number]>('DELETE FROM award_itineraries WHERE version_id = ?');
  const insert = db.prepare<[number, number, number, number | null, number | null, string, string]>(`
    INSERT INTO award_itineraries (version_id, place, page_id, stops, minutes, words, content)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const markRead = db.prepare<[number]>('UPDATE award_pages SET itineraries_read = 1 WHERE id = ?');
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
    /** @param output the answer as it came */
    write({ runId, pageId }: { runId: number; pageId: number }, output: unknown): void {
      const read = new Map<number, Itinerary[]>();
      rawRecords(output).forEach((record, position) => {
        const itineraries = readItineraries(record);
        if (itineraries !== null) read.set(position, itineraries);
      });
      if (read.size > 0)
        for (const { versionId, position } of selectSeen.all(runId, pageId)) {
          const itineraries = read.get(position);
          if (itineraries !== undefined) replace(versionId, pageId, itineraries);
        }
      markRead.run(pageId);
    },
    unread: (): string[] => selectUnread.all(),
  };
}
