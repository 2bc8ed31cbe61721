import { type Coverage, proves } from '#shared/award-analysis/coverage.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import { epochDayAt } from '#shared/dates.ts';
import type { RecordKey } from '#shared/records/record-key.ts';
import type { CurrentRecord } from '#shared/trips/standing.ts';
import { inList, type Reader, sql } from '../../storage/sql.ts';
import { isComplete, pagesOfRuns } from '../coverage/complete.ts';
import { ownCoverage } from '../coverage/coverage.ts';
import { NO_DAY } from '../coverage/day.ts';
import { mustReturn } from '../coverage/overlap.ts';
import { rowsOf } from '../query/row.ts';
import { identifiedRecords, snapshotRows, takeVersions } from '../query/selection-snapshot.ts';

/** Records by version, with their keys; throws `not_found` if one is not stored. */
export function recordsToStore(
  reader: Reader,
  versionIds: readonly number[],
): { key: RecordKey; row: RecordRow }[] {
  const rows = snapshotRows(reader, takeVersions(reader, versionIds));
  const records = identifiedRecords(
    reader,
    rows.map(({ versionId }) => versionId),
  );
  return rows.flatMap((row, at) => {
    const { recordId: _id, ...key } = records[at] ?? {};
    return 'recordKey' in key ? [{ key, row }] : [];
  });
}

type LastRun = CurrentRecord['run'];

type Last = {
  recordId: number;
  partitionId: number;
  day: number;
  routeId: number;
  versionId: number;
  pageId: number;
  runId: number;
  /** The newest page that proves its removal, or 0, and that page's time in UTC ms. */
  removed: number;
  removedAt: number | null;
};
type Search = { id: number; partitionId: number; criteria: Record<string, unknown> };
/** The current state of records, in the order of `keys`; null for those that are not stored. */
export function currentRecords(reader: Reader, keys: readonly RecordKey[]): (CurrentRecord | null)[] {
  const partitions = new Map<number, Search[]>();
  const searchesOn = (partitionId: number): Search[] => {
    const known = partitions.get(partitionId);
    if (known !== undefined) return known;
    const searches = reader
      .all<{ id: number; criteria: string }>(
        sql('SELECT id, criteria FROM award_searches WHERE partition_id = ?', partitionId),
      )
      .map(({ id, criteria }) => ({
        id,
        partitionId,
        criteria: JSON.parse(criteria) as Record<string, unknown>,
      }));
    partitions.set(partitionId, searches);
    return searches;
  };
  const coverages = new Map<number, Coverage>();
  const coverageOf = (runId: number, partitionId: number): Coverage => {
    const coverage = coverages.get(runId) ?? ownCoverage(reader, runId, partitionId);
    coverages.set(runId, coverage);
    return coverage;
  };
  return keys.map((key) => currentRecord(reader, key, searchesOn, coverageOf));
}

function currentRecord(
  reader: Reader,
  key: RecordKey,
  searchesOn: (partitionId: number) => Search[],
  coverageOf: (runId: number, partitionId: number) => Coverage,
): CurrentRecord | null {
  // A record is in the listing of its newest version's route, which an index finds through its versions.
  const last = reader.get<Last>(
    sql(
      `SELECT e.id AS recordId, e.partition_id AS partitionId, v.day, v.route_id AS routeId, x.version_id AS versionId, x.page_id AS pageId,
         p.run_id AS runId,
         x.removed, (SELECT received_at FROM award_pages WHERE id = x.removed) AS removedAt
       FROM award_partitions s CROSS JOIN award_records e ON e.record_key = ? AND e.partition_id = s.id
       CROSS JOIN award_versions v ON v.record_id = e.id
       CROSS JOIN award_listings l ON l.partition_id = e.partition_id AND l.route_id = v.route_id
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
  const had = searchesReturning(reader, last);
  const covering = searchesOn(last.partitionId).filter(
    ({ id, criteria }) => had.has(id) || mustReturn(criteria, row),
  );
  const runs = laterRunsOf(
    reader,
    covering.map(({ id }) => id),
    last,
  );
  const own = runs.find(({ runId }) => runId === last.runId);
  const run = own ?? {
    runId: last.runId,
    ranAt: row.seenAt,
    pages: 1,
    records: 1,
    exhausted: null,
  };
  const place = { record: last.recordId, route: last.routeId, day: last.day === NO_DAY ? null : last.day };
  const later = runs
    // Nothing that has departed is returned any more, so a run after that proves nothing.
    .filter(({ runId, ranAt }) => runId !== last.runId && epochDayAt(ranAt) <= last.day)
    .map((each) => ({
      ...each,
      unreadable: cameBroken(reader, each.runId, key.recordKey),
      provesRemoved: proves(coverageOf(each.runId, last.partitionId), place),
    }));
  // A run after the departure may have marked it, which proves nothing.
  const isDeparture = epochDayAt(last.removedAt ?? 0) > last.day && !later.some((each) => each.provesRemoved);
  const shown = isDeparture ? rowsOf(reader, [{ ...last, removed: 0 }])[0] : undefined;
  return { row: shown ?? row, run, later };
}

/** The searches of the record's partition that returned it on its current day. */
const searchesReturning = (reader: Reader, { partitionId, day, recordId }: Last): ReadonlySet<number> =>
  new Set(
    reader
      .all<{ id: number }>(
        sql(
          `SELECT s.id FROM award_searches s CROSS JOIN award_listings l ON l.search_id = s.id
           CROSS JOIN award_listed x ON x.listing_id = l.id AND x.day = ? AND x.record_id = ?
           WHERE s.partition_id = ?`,
          day,
          recordId,
          partitionId,
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

/**
 * The last run with a record, and the runs of some searches that began after it, by page order rather than time, so that a
 * clock that was set back hides no run.
 */
function laterRunsOf(reader: Reader, searchIds: readonly number[], { runId, pageId }: Last): LastRun[] {
  const ofSearches = inList('r.search_id', searchIds);
  const runs = reader.all<{ runId: number; records: number }>(
    sql(
      `SELECT r.id AS runId, r.records FROM award_runs r WHERE r.id = ? OR ${ofSearches.text}
         AND (SELECT min(p.id) FROM award_pages p WHERE p.run_id = r.id) > ?`,
      runId,
      ...ofSearches.values,
      pageId,
    ),
  );
  const pages = pagesOfRuns(
    reader,
    runs.map((run) => run.runId),
  );
  return runs.flatMap(({ runId: id, records }) => {
    const held = pages.get(id) ?? [];
    const [first] = held;
    if (first === undefined) return [];
    return {
      runId: id,
      ranAt: first.receivedAt,
      pages: held.length,
      records,
      exhausted: isComplete(held),
    };
  });
}
