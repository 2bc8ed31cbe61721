import { splitCodes } from '#shared/award-search/request.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { LaterAsking } from '#shared/trips/standing.ts';
import { isExhausted } from './next-page.ts';
import { rowsOf } from './row.ts';
import { inList, type Reader, sql } from './sql.ts';
import { rowsTaken, takeVersions } from './taken.ts';
import { fromTheFirst } from './whole-askings.ts';

/** What a record is known by for as long as it is sold: it survives a rebuild. */
export type RecordKey = { identity: string; cabin: string; recordKey: string };

/** Records by their versions, with what they are known by; throws `not_found` where one is not kept. */
export function recordsToKeep(
  reader: Reader,
  versionIds: readonly number[],
): { key: RecordKey; row: RecordRow }[] {
  const rows = rowsTaken(reader, takeVersions(reader, versionIds));
  return rows.flatMap((row) => {
    const key = reader.get<RecordKey>(
      sql(
        `SELECT s.identity, s.cabin, e.record_key AS recordKey FROM award_versions v
         CROSS JOIN award_records e ON e.id = v.record_id CROSS JOIN award_shelves s ON s.id = e.shelf_id
         WHERE v.id = ?`,
        row.versionId,
      ),
    );
    return key === undefined ? [] : [{ key, row }];
  });
}

export type FoundAgain = {
  /** The record as it was seen last. */
  row: RecordRow;
  asking: Omit<LaterAsking, 'unreadable'>;
  /** Askings begun after it was seen last that covered its route and day, and do not have it. */
  later: LaterAsking[];
} | null;

type Last = {
  recordId: number;
  shelfId: number;
  day: number;
  versionId: number;
  pageId: number;
  runId: number;
  gone: number;
};
type Search = { id: number; shelfId: number; criteria: Record<string, unknown> };
type Page = {
  pageId: number;
  runId: number;
  input: string;
  receivedAt: number;
  received: number;
  cursor: number | null;
  hasMore: number | null;
};

/** The members of a request that narrow nothing beyond route, cabin and dates. */
const PLAIN = new Set([
  'origin_airport',
  'destination_airport',
  'cabin',
  'start_date',
  'end_date',
  'order_by',
  'include_trips',
]);

/**
 * Whether a search that asks for this must have had the record, as far as the request tells: what the defaults of
 * absent members are is not shown (§4, rule 5), so both dates must be there, and nothing else may narrow it.
 */
export function mustHave(criteria: Readonly<Record<string, unknown>>, row: RecordRow): boolean {
  const { origin_airport: from, destination_airport: to, start_date: first, end_date: last } = criteria;
  const narrows = Object.entries(criteria).some(
    ([name, value]) =>
      !PLAIN.has(name) && !(name === 'only_direct_flights' && (value === false || row.direct)),
  );
  return (
    !narrows &&
    typeof from === 'string' &&
    typeof to === 'string' &&
    typeof first === 'string' &&
    typeof last === 'string' &&
    row.date !== null &&
    first <= row.date &&
    row.date <= last &&
    splitCodes(from).includes(row.origin) &&
    splitCodes(to).includes(row.destination)
  );
}

/** How records stand that were chosen earlier, in the order of the keys; null for those that are not kept here. */
export function recordsAgain(reader: Reader, keys: readonly RecordKey[]): FoundAgain[] {
  const shelves = new Map<number, Search[]>();
  const searchesOn = (shelfId: number): Search[] => {
    const known = shelves.get(shelfId);
    if (known !== undefined) return known;
    const searches = reader
      .all<{ id: number; criteria: string }>(
        sql('SELECT id, criteria FROM award_searches WHERE shelf_id = ?', shelfId),
      )
      .map(({ id, criteria }) => ({
        id,
        shelfId,
        criteria: JSON.parse(criteria) as Record<string, unknown>,
      }));
    shelves.set(shelfId, searches);
    return searches;
  };
  return keys.map((key) => foundAgain(reader, key, searchesOn));
}

function foundAgain(reader: Reader, key: RecordKey, searchesOn: (shelfId: number) => Search[]): FoundAgain {
  // A record lies in the listing of its newest version's route; an index leads to each of these.
  const last = reader.get<Last>(
    sql(
      `SELECT e.id AS recordId, e.shelf_id AS shelfId, v.day, x.version_id AS versionId, x.page_id AS pageId,
         p.run_id AS runId, x.gone
       FROM award_shelves s CROSS JOIN award_records e ON e.record_key = ? AND e.shelf_id = s.id
       CROSS JOIN award_versions v ON v.record_id = e.id
       CROSS JOIN award_listings l ON l.shelf_id = e.shelf_id AND l.route_id = v.route_id
       CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = v.day AND x.record_id = e.id
       CROSS JOIN award_pages p ON p.id = x.page_id
       WHERE s.identity = ? AND s.cabin = ? ORDER BY x.page_id DESC LIMIT 1`,
      key.recordKey,
      key.identity,
      key.cabin,
    ),
  );
  const row = last && rowsOf(reader, [last])[0];
  if (last === undefined || row === undefined) return null;
  const had = searchesThatHad(reader, last);
  const covering = searchesOn(last.shelfId).filter(
    ({ id, criteria }) => had.has(id) || mustHave(criteria, row),
  );
  const askings = askingsOf(
    reader,
    covering.map(({ id }) => id),
    last.runId,
  );
  const own = askings.find(({ runId }) => runId === last.runId);
  const {
    unreadable: _unreadable,
    firstPage: _firstPage,
    ...asking
  } = own ?? {
    firstPage: last.pageId,
    runId: last.runId,
    askedAt: row.seenAt,
    pages: 1,
    records: 1,
    exhausted: null,
    unreadable: false,
  };
  const later = askings
    // In the order in which pages came: a clock that was set back in between hides no asking.
    .filter(({ runId, firstPage }) => runId !== last.runId && firstPage > last.pageId)
    .map(({ firstPage: _firstPage, ...each }) => ({
      ...each,
      unreadable: cameBroken(reader, each.runId, key.recordKey),
    }));
  return { row, asking, later };
}

/** The searches of its shelf that have had the record, on the day where it lies now. */
const searchesThatHad = (reader: Reader, { shelfId, day, recordId }: Last): ReadonlySet<number> =>
  new Set(
    reader
      .all<{ id: number }>(
        sql(
          `SELECT s.id FROM award_searches s CROSS JOIN award_listings l ON l.search_id = s.id
           CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = ? AND x.record_id = ?
           WHERE s.shelf_id = ?`,
          day,
          recordId,
          shelfId,
        ),
      )
      .map(({ id }) => id),
  );

const cameBroken = (reader: Reader, runId: number, recordKey: string): boolean =>
  reader.get(
    sql(
      `SELECT 1 AS found FROM award_runs r CROSS JOIN award_pages p ON p.run_id = r.id
       CROSS JOIN award_broken b ON b.page_id = p.id AND b.record_key = ? WHERE r.id = ? AND r.broken > 0`,
      recordKey,
      runId,
    ),
  ) !== undefined;

function askingsOf(
  reader: Reader,
  searchIds: readonly number[],
  runId: number,
): (LaterAsking & { firstPage: number })[] {
  const ofSearches = inList('r.search_id', searchIds);
  const runs = reader.all<{ runId: number; records: number }>(
    sql(
      `SELECT r.id AS runId, r.records FROM award_runs r WHERE ${ofSearches.text} OR r.id = ?`,
      ...ofSearches.values,
      runId,
    ),
  );
  const ofRuns = inList(
    'run_id',
    runs.map((run) => run.runId),
  );
  const pages = Map.groupBy(
    reader.all<Page>(
      sql(
        `SELECT id AS pageId, run_id AS runId, input, received_at AS receivedAt, received, cursor, has_more AS hasMore
         FROM award_pages WHERE ${ofRuns.text} ORDER BY id`,
        ...ofRuns.values,
      ),
    ),
    (page) => page.runId,
  );
  return runs.flatMap(({ runId: id, records }) => {
    const held = pages.get(id) ?? [];
    const [first] = held;
    if (first === undefined) return [];
    return {
      runId: id,
      firstPage: first.pageId,
      askedAt: first.receivedAt,
      pages: held.length,
      records,
      // What lies before the place where it began was not read.
      exhausted:
        fromTheFirst(first.input) &&
        isExhausted(
          held.map((page) => ({
            ...page,
            toolRef: '',
            input: null,
            hasMore: page.hasMore === null ? null : page.hasMore === 1,
          })),
        ),
      unreadable: false,
    };
  });
}
