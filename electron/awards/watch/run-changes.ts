import { type Change, differencesOf, type SeenRecord } from '#shared/award-analysis/differences.ts';
import { type Reader, sql } from '../../storage/sql.ts';
import { coverageOf } from '../coverage/coverage.ts';
import { NO_DAY } from '../coverage/day.ts';

export type RunPair = { before: number; after: number };
export type RunChanges = { counts: Record<Change, number>; records: number };

type Row = Omit<SeenRecord, 'space' | 'passes' | 'day'> & { day: number; space: number };

/** Records of one run that the other has not, or has in another version: usually few of them. */
const DEPARTING = `
  SELECT o.record_id AS record, o.version_id AS version, v.day, v.route_id AS route, v.miles, v.seats, v.available AS space
  FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
  WHERE o.run_id = ? AND NOT EXISTS (SELECT 1 FROM award_observations b
    WHERE b.run_id = ? AND b.record_id = o.record_id AND b.version_id = o.version_id)`;

function departing(reader: Reader, runId: number, other: number): SeenRecord[] {
  return reader.all<Row>(sql(DEPARTING, runId, other)).map(({ day, space, ...row }) => ({
    ...row,
    day: day === NO_DAY ? null : day,
    space: space === 1,
    passes: true,
  }));
}

/** How many records changed in each way between two runs of one search, and how many changed at all. */
export function changesBetween(reader: Reader, pairs: readonly RunPair[]): RunChanges[] {
  return pairs.map(({ before, after }) => {
    const [then, now] = [
      { kind: 'run', runId: before },
      { kind: 'run', runId: after },
    ] as const;
    const { counts, changed } = differencesOf(
      departing(reader, before, after),
      departing(reader, after, before),
      { before: coverageOf(reader, then, now), after: coverageOf(reader, now, then) },
    );
    return { counts, records: changed.length };
  });
}
