import type { SinceTold, WatchRule } from '#shared/contract/watchlist.ts';
import { READ_WHOLE } from './coverage.ts';
import { type RecordedPage, satisfies } from './new-matches.ts';
import { type Reader, sql } from './sql.ts';

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
