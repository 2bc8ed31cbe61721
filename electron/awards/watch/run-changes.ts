import { type Change, differencesOf, type SeenRecord } from '#shared/award-analysis/differences.ts';
import { epochDayAt } from '#shared/dates.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { isCompleteRun } from '../coverage/complete.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { NO_DAY } from '../coverage/day.ts';

export type RunPair = { before: number; after: number };
export type RunChanges = { counts: Record<Change, number>; records: number };

type Row = Omit<SeenRecord, 'space' | 'passes' | 'day'> & { day: number; space: number };

/** Records of one run that the other lacks or has in another version, of days not departed: usually few. */
const DIFFERING = `
  SELECT o.record_id AS record, o.version_id AS version, v.day, v.route_id AS route, v.miles, v.seats, v.available AS space
  FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
  WHERE o.run_id = ? AND v.day >= ? AND NOT EXISTS (SELECT 1 FROM award_observations b
    WHERE b.run_id = ? AND b.record_id = o.record_id AND b.version_id = o.version_id)`;

function differingRecords(reader: Reader, runId: number, other: number, today: number): SeenRecord[] {
  return reader.all<Row>(sql(DIFFERING, runId, today, other)).map(({ day, space, ...row }) => ({
    ...row,
    day: day === NO_DAY ? null : day,
    space: space === 1,
    passes: true,
  }));
}

/** The day (UTC) on which a run began. */
function dayOfRun(reader: Reader, runId: number): number {
  const first = sql('SELECT received_at AS at FROM award_pages WHERE run_id = ? ORDER BY id LIMIT 1', runId);
  return epochDayAt(reader.get<{ at: number }>(first)?.at ?? 0);
}

/**
 * The number of records that changed between two runs of one search, by kind of change and in total. A day that had
 * departed when the later one began does not count: that its records are not returned any more is no news.
 */
export function changesBetween(reader: Reader, pairs: readonly RunPair[]): RunChanges[] {
  return pairs.map(({ before, after }) => {
    const today = dayOfRun(reader, after);
    const [then, now] = [
      { kind: 'run', runId: before },
      { kind: 'run', runId: after },
    ] as const;
    const { counts, changed } = differencesOf(
      differingRecords(reader, before, after, today),
      differingRecords(reader, after, before, today),
      { before: coverageOf(reader, then, now), after: coverageOf(reader, now, then) },
    );
    return { counts, records: changed.length };
  });
}

/** The number of proven changes: records that one of the two runs may not have read do not count. */
const provenChanges = ({ counts, records }: RunChanges): number =>
  records - counts.notSeenBefore - counts.notSeenAgain;

/** The changes of a run and of the run after it, as of the `times`-th write to the run. */
export type CountedRun = { runId: number; times: number; counted: { runId: number; changes: number }[] };

/** How long the reading thread counts at a time, in ms: the user's reads wait at most that long. */
const COUNTING_MS = 25;

type WrittenRun = { runId: number; times: number; before: number | null; after: number | null };

/**
 * Counts changed runs until the time is up. The last run of a search waits until it is complete or followed by another,
 * since each of its pages would require a recount.
 */
export function countWrittenRuns(reader: Reader): CountedRun[] {
  const end = performance.now() + COUNTING_MS;
  const done: CountedRun[] = [];
  do {
    const run = reader.get<WrittenRun>(
      sql(
        `SELECT w.run_id AS runId, w.times, b.id AS before, a.id AS after
         FROM award_runs_written w CROSS JOIN award_runs r ON r.id = w.run_id
         LEFT JOIN award_runs b ON b.id = (SELECT max(id) FROM award_runs WHERE search_id = r.search_id AND id < r.id)
         LEFT JOIN award_runs a ON a.id = (SELECT min(id) FROM award_runs WHERE search_id = r.search_id AND id > r.id)
         WHERE w.run_id > ? AND (a.id IS NOT NULL OR ${isCompleteRun('r.id')}) ORDER BY w.run_id LIMIT 1`,
        done.at(-1)?.runId ?? 0,
      ),
    );
    if (run === undefined) break;
    const { runId, times, before, after } = run;
    const pairs = [
      ...(before === null ? [] : [{ before, after: runId }]),
      ...(after === null ? [] : [{ before: runId, after }]),
    ];
    const counted = changesBetween(reader, pairs).map((changes, place) => ({
      runId: pairs[place]?.after ?? 0,
      changes: provenChanges(changes),
    }));
    done.push({ runId, times, counted });
  } while (performance.now() < end);
  return done;
}

/** The number of records that changed in each run since the previous one. Counts now what is not stored yet. */
export function changesOfRuns(reader: Reader, pairs: readonly RunPair[]): Map<number, number> {
  const runIds = JSON.stringify(pairs.map(({ after }) => after));
  const known = new Map(
    reader
      .all<{ runId: number; changes: number }>(
        sql(
          'SELECT run_id AS runId, changes FROM award_run_changes WHERE run_id IN (SELECT value FROM json_each(?))',
          runIds,
        ),
      )
      .map(({ runId, changes }) => [runId, changes]),
  );
  const written = new Set(
    reader
      .all<{ runId: number }>(sql('SELECT run_id AS runId FROM award_runs_written'))
      .map(({ runId }) => runId),
  );
  const left = pairs.filter(
    ({ before, after }) => !known.has(after) || written.has(after) || written.has(before),
  );
  for (const [place, changes] of changesBetween(reader, left).entries())
    known.set(left[place]?.after ?? 0, provenChanges(changes));
  return known;
}
