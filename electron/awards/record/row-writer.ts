import {
  type AwardRecord,
  type AwardRow,
  isWhole,
  type WholeRecord,
} from '#shared/award-search/answered-row.ts';
import type { AwardPage } from '#shared/award-search/response.ts';
import {
  isOtherQuestion,
  type Unrequested,
  unrequestedIn,
  unrequestedProblems,
} from '#shared/award-search/unrequested.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import { NO_DAY } from '../coverage/day.ts';
import { createRecordKeys } from '../coverage/keys-without-id.ts';
import { prepareListings } from './listing-writer.ts';
import { preparePriceGroups } from './price-groups.ts';
import { prepareSearchRoutes } from './search-routes.ts';
import { type Content, contentOf, prepareVersions } from './version-writer.ts';
import { prepareVocabulary } from './vocabulary.ts';

/** Describes the readable members of a record that breaks the contract, in one line. */
function summaryLine(record: AwardRecord): string {
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
    record.airlines.join(', '),
  ].filter((part) => part !== null && part !== '');
  return parts.length === 0 ? 'Nothing in it could be read.' : parts.join(' · ');
}

/** So many different rows that all came before are no twins of others by chance. */
const NO_CHANCE = 3;

/** The page, run, search, partition and source that rows belong to. */
export type PageHome = {
  pageId: number;
  runId: number;
  searchId: number;
  partitionId: number;
  source: string;
};

/** The position of problems in the answer around the rows (§2.2). */
export const ENVELOPE_POSITION = -1;

type Place = Pick<Content, 'day' | 'routeId' | 'programmeId' | 'dateText'>;

/** Whether two records with one ID differ in day, route or programme, so that they are not two states of one record. */
const isDifferentRecord = (one: Place, other: Place): boolean =>
  one.day !== other.day ||
  one.routeId !== other.routeId ||
  one.programmeId !== other.programmeId ||
  (one.day === NO_DAY && one.dateText !== other.dateText);

/** In `award_run_prices`, for space without a seat count. */
export const SEATS_NOT_GIVEN = -1;

/**
 * What a record says, whatever ID it has and however its date, its miles and the order of its airlines are written; the
 * columns of `selectContents`.
 */
const contentKey = (content: Content, airlines: string): string =>
  JSON.stringify([
    airlines,
    content.day,
    content.routeId,
    content.programmeId,
    content.miles,
    content.seats,
    content.available,
    content.direct,
    content.miles === null ? content.milesText : null,
    content.day === NO_DAY ? content.dateText : null,
  ]);

const inOrder = (airlines: string): string => airlines.split(', ').sort().join(', ');

/** A row of an answer: a record, or what is set aside because it cannot be read or is not what was requested. */
type Entry = {
  row: AwardRow;
  unrequested: Unrequested[];
  stored: { content: Content; record: WholeRecord } | null;
};

/**
 * The ID under which a row is set aside: it is then unreadable, but there. Without one, the answer may leave out any
 * record, as one to another question does.
 */
const setAsideKey = ({ row, unrequested }: Entry): string | null =>
  isOtherQuestion(unrequested) ? null : row.record.recordId;

/** Writes the records of a page. Everything is derived from the answer and can be written again. */
export function prepareRows(db: DatabaseConnection) {
  const openVocabulary = prepareVocabulary(db);
  const { recordOf, storeVersion } = prepareVersions(db);
  const openListings = prepareListings(db);
  const openPriceGroups = preparePriceGroups(db);
  const openSearchRoutes = prepareSearchRoutes(db);
  /** Pages overlap: a repeated ID in one run is the same record, and the later state wins. */
  const observe = db.prepare<number[]>(`
    INSERT INTO award_observations (version_id, page_id, position, run_id, record_id) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET version_id = excluded.version_id, page_id = excluded.page_id, position = excluded.position
    WHERE page_id <= excluded.page_id`);
  const selectBrokenBefore = db
    .prepare<[number, number, number], string>(`
      SELECT b.readable FROM award_pages p JOIN award_broken b ON b.page_id = p.id
      WHERE p.run_id = ? AND p.id < ? AND b.position > ?`)
    .pluck();
  const clearBroken = db.prepare<[number]>('DELETE FROM award_broken WHERE page_id = ?');
  const insertBroken = db.prepare<[number, number, string | null, string, string]>(
    'INSERT INTO award_broken (page_id, position, record_key, readable, problems) VALUES (?, ?, ?, ?, ?)',
  );
  const count = db.prepare<{ runId: number }>(`
    UPDATE award_runs SET (records, flagged) = (
      SELECT count(*), count(coalesce(v.added_id, v.remarks))
      FROM award_observations o JOIN award_versions v ON v.id = o.version_id WHERE o.run_id = @runId),
    broken = (
      SELECT count(DISTINCT coalesce('id ' || b.record_key, b.page_id || '/' || b.position))
      FROM award_pages p JOIN award_broken b ON b.page_id = p.id WHERE p.run_id = @runId)
    WHERE id = @runId`);
  const clearPrices = db.prepare<[number]>('DELETE FROM award_run_prices WHERE run_id = ?');
  const countPrices = db.prepare<[number]>(`
    INSERT INTO award_run_prices (run_id, seats, miles)
    SELECT o.run_id, coalesce(v.seats, ${SEATS_NOT_GIVEN}), min(v.miles)
    FROM award_observations o JOIN award_versions v ON v.id = o.version_id
    WHERE o.run_id = ? AND v.available = 1 AND v.miles IS NOT NULL GROUP BY 2`);

  const selectSmallest = db
    .prepare<[number, number], number | null>(
      'SELECT min(received) FROM award_pages WHERE run_id = ? AND id < ? AND received > 0',
    )
    .pluck();
  const selectContents = db
    .prepare<[number, number], [string, ...unknown[]]>(`
      SELECT l.airlines, v.day, v.route_id, v.programme_id, v.miles, v.seats, v.available, v.direct,
        CASE WHEN v.miles IS NULL THEN v.miles_text END, CASE WHEN v.day = ${NO_DAY} THEN v.date_text END
      FROM award_observations o JOIN award_versions v ON v.id = o.version_id
      JOIN award_airline_lists l ON l.id = v.airlines_id WHERE o.run_id = ? AND o.page_id < ?`)
    .raw();
  const selectLastDay = db
    .prepare<[number, number], number | null>(`
      SELECT max(v.day) FROM award_observations o JOIN award_versions v ON v.id = o.version_id
      WHERE o.run_id = ? AND o.page_id < ? AND v.day < ${NO_DAY}`)
    .pluck();
  const selectBefore = db.prepare<[number, number, number], Place & { versionId: number }>(`
    SELECT v.id AS versionId, v.day, v.route_id AS routeId, v.programme_id AS programmeId, v.date_text AS dateText
    FROM award_observations o JOIN award_versions v ON v.id = o.version_id
    WHERE o.run_id = ? AND o.record_id = ? AND o.page_id < ?`);

  /**
   * Whether a page says nothing that earlier pages of its run did not say, under whatever IDs. Few rows may be twins of
   * others: they are counted, and a last page with fewer rows than any before it may end with one, so that it is none.
   */
  function repeatsEarlier(
    runId: number,
    pageId: number,
    entries: readonly Entry[],
    hasMore: boolean | null,
  ): boolean {
    const smallest = selectSmallest.get(runId, pageId) ?? null;
    if (smallest === null || entries.length === 0) return false;
    const keys = entries.map(({ row: { record }, stored }) =>
      stored === null ? summaryLine(record) : contentKey(stored.content, inOrder(record.airlines.join(', '))),
    );
    const mayBeTwins = new Set(keys).size < NO_CHANCE;
    if (entries.length < smallest && (mayBeTwins || hasMore !== true)) return false;
    const counts = new Map<string, number>();
    const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const line of selectBrokenBefore.all(runId, pageId, ENVELOPE_POSITION)) add(line);
    for (const [airlines, ...said] of selectContents.all(runId, pageId))
      add(JSON.stringify([inOrder(airlines), ...said]));
    return keys.every((key) => {
      const left = counts.get(key) ?? 0;
      if (mayBeTwins) counts.set(key, left - 1);
      return left > 0;
    });
  }

  /**
   * Returns `repeated`: rows that earlier pages of the run already had, all of them if the page says nothing that is new,
   * under whatever IDs; `unlike`: records whose ID an earlier page used for another record or other content; and
   * `unrequested`: what the request excludes of each row that it does not fit; and `joins`: whether the page goes on with the
   * days of those before it, null if that cannot be told.
   * @param criteria the members of the request that the page answers
   */
  return function writeRows(
    home: PageHome,
    page: AwardPage,
    criteria: Readonly<Record<string, unknown>>,
  ): { repeated: number; unlike: number; unrequested: Unrequested[][]; joins: boolean | null } {
    const { pageId, runId } = home;
    const vocabulary = openVocabulary();
    const listings = openListings(home.partitionId, home.searchId, pageId);
    const priceGroups = openPriceGroups(home.partitionId);
    const searchRoutes = openSearchRoutes(home.searchId);
    let repeated = 0;
    let unlike = 0;
    const keyOf = createRecordKeys(home.source, page);
    clearBroken.run(pageId);
    if (page.problems.length > 0)
      insertBroken.run(
        pageId,
        ENVELOPE_POSITION,
        null,
        'The answer around the records.',
        JSON.stringify(page.problems),
      );
    const entries = page.rows.map((row): Entry => {
      const unrequested = isWhole(row) ? unrequestedIn(row.record, criteria) : [];
      const isStored = isWhole(row) && unrequested.length === 0;
      return {
        row,
        unrequested,
        stored: isStored ? { content: contentOf(row, vocabulary), record: row.record } : null,
      };
    });
    const saysNothingNew = repeatsEarlier(runId, pageId, entries, page.hasMore);
    const lastDay = selectLastDay.get(runId, pageId) ?? null;
    const firstDay = entries[0]?.stored?.content.day ?? NO_DAY;
    const isByDate = criteria.order_by === undefined && lastDay !== null && firstDay !== NO_DAY;
    const setAsideBefore = new Set(selectBrokenBefore.all(runId, pageId, ENVELOPE_POSITION));
    for (const entry of entries) {
      const { row, unrequested } = entry;
      if (entry.stored === null) {
        const problems = [...row.problems, ...unrequestedProblems(row.record, unrequested)];
        const line = summaryLine(row.record);
        insertBroken.run(pageId, row.position, setAsideKey(entry), line, JSON.stringify(problems));
        if (setAsideBefore.has(line)) repeated += 1;
        continue;
      }
      const { content, record } = entry.stored;
      const usualKey = keyOf(record);
      const known = recordOf(usualKey, home.partitionId);
      const before = known === undefined ? undefined : selectBefore.get(runId, known, pageId);
      // A repeated page is not a second set of records, whatever it calls them.
      if (saysNothingNew && before === undefined) continue;
      const isConflict = before !== undefined && isDifferentRecord(before, content);
      const key = isConflict ? keyOf(record, true) : usualKey;
      const knownAs = isConflict ? recordOf(key, home.partitionId) : known;
      const stored = storeVersion(home.partitionId, pageId, key, knownAs, content);
      const { versionId, recordId } = stored;
      if (before !== undefined && before.versionId !== versionId) unlike += 1;
      if ((isConflict ? selectBefore.get(runId, recordId, pageId) : before) !== undefined) repeated += 1;
      observe.run(versionId, pageId, row.position, runId, recordId);
      listings.list(stored);
      priceGroups.touch(stored);
      searchRoutes.add(stored);
    }
    listings.close();
    priceGroups.close();
    searchRoutes.close();
    count.run({ runId });
    clearPrices.run(runId);
    countPrices.run(runId);
    return {
      repeated: saysNothingNew ? entries.length : repeated,
      unlike,
      joins: isByDate ? firstDay === lastDay || firstDay === lastDay + 1 : null,
      unrequested: entries.flatMap((entry) => (entry.unrequested.length > 0 ? [entry.unrequested] : [])),
    };
  };
}
