import type { SinceNotified, WatchRule } from '#shared/contract/watchlist.ts';
import type { RecordedPage } from '#shared/records/watched-search.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { ALL_PAGES, isCompleteRun, pagesFromFirst, readsAsFar } from '../coverage/complete.ts';
import { standingOfVersion } from '../query/row.ts';
import { satisfies } from './new-matches.ts';

/** When and in which run a record was notified. */
export type Notified = {
  /** 0 if another machine notified it. */
  runId: number;
  /** UTC ms. */
  at: number;
};

/**
 * Whether the rule provably failed for a while between the notified run and the current one: a run between them returned
 * the record without satisfying the rule, or omitted it although it is complete or read as many pages as both. A run with
 * an unreadable form of the record proves nothing.
 */
export function wasLost(
  reader: Reader,
  { runId, searchId, partitionId }: RecordedPage,
  recordKey: string,
  rule: WatchRule,
  notified: Notified,
): boolean {
  const ruleHolds = satisfies('w', rule);
  const read = [notified.runId, runId].map((run) => pagesFromFirst(reader, run) ?? ALL_PAGES);
  return (
    reader.get(
      sql(
        `SELECT 1 FROM award_runs r
         JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
         LEFT JOIN award_observations o ON o.run_id = r.id
           AND o.record_id = (SELECT id FROM award_records WHERE record_key = ? AND partition_id = ?)
         LEFT JOIN award_versions w ON w.id = o.version_id
         WHERE r.search_id = ? AND r.id < ? AND ${notified.runId === 0 ? 'l.received_at > ?' : 'r.id > ?'}
           AND CASE WHEN o.version_id IS NOT NULL THEN NOT (${ruleHolds.text}) IS TRUE
             ELSE ${readsAsFar('r.id')} AND NOT ${UNREADABLE} END
         LIMIT 1`,
        recordKey,
        partitionId,
        searchId,
        runId,
        notified.runId === 0 ? notified.at : notified.runId,
        ...ruleHolds.values,
        Math.max(...read),
        recordKey,
      ),
    ) !== undefined
  );
}

/** Whether run `r` returned the record in an unreadable form, or any record without a readable ID. */
const UNREADABLE = `EXISTS (SELECT 1 FROM award_pages p JOIN award_broken b ON b.page_id = p.id
  WHERE p.run_id = r.id AND (b.record_key = ? OR b.record_key IS NULL))`;

/** Whether the day of a record had departed at the last page `l` of a run, which then proves nothing. */
const DEPARTED = `l.received_at >= coalesce((SELECT (v.day + 1) * 86400000 FROM award_records e
  CROSS JOIN award_versions v ON v.record_id = e.id WHERE e.record_key = ? AND e.partition_id = ?
  ORDER BY v.id DESC LIMIT 1), 9e15)`;

export type NotifiedRecord = { searchId: number; partitionId: number; recordKey: string; notified: Notified };

type RefreshRow = {
  at: number;
  available: number | null;
  miles: number | null;
  seats: number | null;
  direct: number;
};

/**
 * The state of a record since it was notified. It is removed as of the first run that returned it without award space or
 * is complete without it, up to its departure.
 */
export function sinceNotified(
  reader: Reader,
  { searchId, partitionId, recordKey, notified }: NotifiedRecord,
): SinceNotified {
  const refreshes = reader.all<RefreshRow>(
    sql(
      `SELECT l.received_at AS at, w.available, w.miles, w.seats, w.direct FROM award_runs r
       JOIN award_pages l ON l.id = (SELECT max(id) FROM award_pages WHERE run_id = r.id)
       LEFT JOIN award_observations o ON o.run_id = r.id
         AND o.record_id = (SELECT id FROM award_records WHERE record_key = ? AND partition_id = ?)
       LEFT JOIN award_versions w ON w.id = o.version_id
       WHERE r.search_id = ? AND ${notified.runId === 0 ? 'l.received_at > ?' : 'r.id > ?'}
         AND (w.id IS NOT NULL OR (${isCompleteRun('r.id')} AND NOT ${UNREADABLE} AND NOT ${DEPARTED}))
       ORDER BY r.id`,
      recordKey,
      partitionId,
      searchId,
      notified.runId === 0 ? notified.at : notified.runId,
      recordKey,
      recordKey,
      partitionId,
    ),
  );
  const place = refreshes.findLastIndex(({ available }) => available === 1);
  const last = refreshes[place];
  return {
    standing: listedStanding(reader, partitionId, recordKey),
    removedSince: refreshes[place + 1]?.at ?? null,
    now:
      last === undefined
        ? null
        : { at: last.at, miles: last.miles, seats: last.seats, direct: last.direct === 1 },
  };
}

/** The award space of a record's newest version; null if it has none. */
function listedStanding(reader: Reader, partitionId: number, recordKey: string): SinceNotified['standing'] {
  const listed = reader.get<{ versionId: number }>(
    sql(
      `SELECT v.id AS versionId FROM award_records e CROSS JOIN award_versions v ON v.record_id = e.id
       CROSS JOIN award_listings l ON l.partition_id = e.partition_id AND l.route_id = v.route_id
       CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = v.day AND x.record_id = e.id AND x.version_id = v.id
       WHERE e.record_key = ? AND e.partition_id = ? AND x.available = 1`,
      recordKey,
      partitionId,
    ),
  );
  return listed === undefined ? null : { ...listed, price: standingOfVersion(reader, listed.versionId) };
}
