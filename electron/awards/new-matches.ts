import type { SinceTold, WatchMatch, WatchRule } from '#shared/contract/watchlist.ts';
import { dateOf } from './day.ts';
import { allOf, type Reader, type Sql, sql } from './sql.ts';

export type RecordedPage = {
  pageId: number;
  runId: number;
  searchId: number;
  shelfId: number;
  title: string;
  /** The run before it; null where it is the first. */
  beforeRunId: number | null;
};
export type NewMatch = { recordKey: string; match: WatchMatch };

type Row = Omit<WatchMatch, 'direct' | 'date'> & {
  recordKey: string;
  day: number;
  dateText: string | null;
  direct: number;
};

/** Where a purchase's page was recorded; null where it gave none. */
export const pageOf = (reader: Reader, purchaseId: string): RecordedPage | null =>
  reader.get<RecordedPage>(
    sql(
      `SELECT p.id AS pageId, r.id AS runId, s.id AS searchId, s.shelf_id AS shelfId, s.title,
         (SELECT max(id) FROM award_runs WHERE search_id = s.id AND id < r.id) AS beforeRunId
       FROM award_pages p
       JOIN award_runs r ON r.id = p.run_id JOIN award_searches s ON s.id = r.search_id WHERE p.purchase_id = ?`,
      purchaseId,
    ),
  ) ?? null;

/** A seat count that is not given is no count: it satisfies no wish for seats. */
function satisfies(version: string, { milesBelow, seatsMin, direct }: WatchRule): Sql {
  return allOf([
    sql(`${version}.available = 1`),
    ...(milesBelow === null ? [] : [sql(`${version}.miles < ?`, milesBelow)]),
    ...(seatsMin === null ? [] : [sql(`${version}.seats >= ?`, seatsMin)]),
    ...(direct ? [sql(`${version}.direct = 1`)] : []),
  ]);
}

/**
 * The run that a page is held against: the newest earlier one of its search that read as many pages as the page's own
 * has by now, so that what an earlier, shorter look did not read is not taken for new; else the run before.
 */
function runBefore(reader: Reader, { runId, searchId }: RecordedPage): number {
  const found = reader.get<{ id: number }>(
    sql(
      `SELECT r.id FROM award_runs r WHERE r.search_id = ? AND r.id < ?
       ORDER BY (SELECT count(*) FROM award_pages WHERE run_id = r.id)
         >= (SELECT count(*) FROM award_pages WHERE run_id = ?) DESC, r.id DESC LIMIT 1`,
      searchId,
      runId,
      runId,
    ),
  );
  return found?.id ?? 0;
}

/** When and where a record was told of. */
export type Told = {
  /** 0 where another machine told of it. */
  runId: number;
  /** UTC ms. */
  at: number;
};

/**
 * Whether a look between the one that told of a record and the one that has it now shows that the rule did not hold
 * meanwhile: it had the record otherwise, or read all there was, or as far as both, without it. A look that had the
 * record in a form that could not be read shows nothing.
 */
export function wasLost(
  reader: Reader,
  { runId, searchId, shelfId }: RecordedPage,
  recordKey: string,
  rule: WatchRule,
  told: Told,
): boolean {
  const held = satisfies('w', rule);
  const pages = (run: string) => `(SELECT count(*) FROM award_pages WHERE run_id = ${run})`;
  return (
    reader.get(
      sql(
        `SELECT 1 FROM award_runs r
         JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
         LEFT JOIN award_observations o ON o.run_id = r.id
           AND o.record_id = (SELECT id FROM award_records WHERE record_key = ? AND shelf_id = ?)
         LEFT JOIN award_versions w ON w.id = o.version_id
         WHERE r.search_id = ? AND r.id < ? AND ${told.runId === 0 ? 'l.received_at > ?' : 'r.id > ?'}
           AND CASE WHEN o.version_id IS NOT NULL THEN NOT (${held.text}) IS TRUE
             ELSE (${READ_WHOLE} OR (${told.runId} > 0 AND ${pages('r.id')} >= max(${pages('?')}, ${pages('?')})))
               AND NOT ${UNREADABLE} END
         LIMIT 1`,
        recordKey,
        shelfId,
        searchId,
        runId,
        told.runId === 0 ? told.at : told.runId,
        ...held.values,
        told.runId,
        runId,
        recordKey,
      ),
    ) !== undefined
  );
}

/** Of a run `r` with the last page `l`: that it began with the first record and that nothing was left. */
const READ_WHOLE = `(l.has_more = 0 AND (
  SELECT coalesce(f.input ->> '$.skip', 0) = 0 AND f.input ->> '$.cursor' IS NULL
  FROM award_pages f WHERE f.run_id = r.id ORDER BY f.id LIMIT 1))`;

/** Of a run `r`: that it had a record in a form that could not be read, or one that cannot be told to be another. */
const UNREADABLE = `EXISTS (SELECT 1 FROM award_pages p JOIN award_broken b ON b.page_id = p.id
  WHERE p.run_id = r.id AND (b.record_key = ? OR b.record_key IS NULL))`;

/** A record that was told of, of a search. */
export type ToldRecord = { searchId: number; shelfId: number; recordKey: string; told: Told };

type LookRow = {
  at: number;
  available: number | null;
  miles: number | null;
  seats: number | null;
  direct: number;
};

/**
 * What later looks of its search show of a record that was told of: it is gone from the look on that has it without
 * award space, or read all there was without it.
 */
export function sinceTold(reader: Reader, { searchId, shelfId, recordKey, told }: ToldRecord): SinceTold {
  const looks = reader.all<LookRow>(
    sql(
      `SELECT l.received_at AS at, w.available, w.miles, w.seats, w.direct FROM award_runs r
       JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
       LEFT JOIN award_observations o ON o.run_id = r.id
         AND o.record_id = (SELECT id FROM award_records WHERE record_key = ? AND shelf_id = ?)
       LEFT JOIN award_versions w ON w.id = o.version_id
       WHERE r.search_id = ? AND ${told.runId === 0 ? 'l.received_at > ?' : 'r.id > ?'}
         AND (w.id IS NOT NULL OR (${READ_WHOLE} AND NOT ${UNREADABLE}))
       ORDER BY r.id`,
      recordKey,
      shelfId,
      searchId,
      told.runId === 0 ? told.at : told.runId,
      recordKey,
    ),
  );
  const place = looks.findLastIndex(({ available }) => available === 1);
  const last = looks[place];
  return {
    goneSince: looks[place + 1]?.at ?? null,
    now:
      last === undefined
        ? null
        : { at: last.at, miles: last.miles, seats: last.seats, direct: last.direct === 1 },
  };
}

/** The records of a page that satisfy a rule and did not in the run that it is held against. */
export function newMatches(reader: Reader, page: RecordedPage, rule: WatchRule): NewMatch[] {
  const now = satisfies('v', rule);
  const then = satisfies('w', rule);
  return reader
    .all<Row>(
      sql(
        `SELECT e.record_key AS recordKey, v.day, v.date_text AS dateText, r.origin, r.destination,
           g.name AS programme, a.airlines, v.miles, v.seats, v.direct
         FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
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
    )
    .map(({ recordKey, day, dateText, direct, ...row }) => ({
      recordKey,
      match: { ...row, date: dateOf(day) ?? dateText ?? '', direct: direct === 1 },
    }));
}
