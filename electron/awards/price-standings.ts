import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Storage } from '../storage/open.ts';
import type { CountedGroup } from './insights/standings.ts';
import type { CountedSearch } from './watch/brought.ts';
import type { CountedRun } from './watch/run-changes.ts';

/** Counts figures in the background, after everything that the user waits for. */
type BackgroundCounter = {
  /** Counts now, and from now on after each `written`; resolves when nothing is left to count. */
  follow(): Promise<void>;
  /** Call when records were written. Has no effect before `follow`. */
  written(): void;
  /** Stops counting. */
  close(): void;
};

/**
 * Keeps figures up to date with the records. The reading thread counts them in pieces; this thread only writes the results.
 * A piece that fails is left for the next count, since what was not counted stays marked in the file.
 * @param write writes in short transactions and yields for each whether anything changed
 */
export function countInBackground<Counted>(
  count: () => Promise<Counted[]> | Counted[],
  write: (counted: readonly Counted[]) => Iterable<boolean>,
  onChange: () => void,
): BackgroundCounter {
  let following = false;
  let closed = false;
  let isPending = false;
  let counting: Promise<void> | null = null;
  async function countAll(): Promise<void> {
    let changed = false;
    do {
      isPending = false;
      // The caller's transaction may not be committed yet.
      await nextTurn();
      for (;;) {
        const counted = await count();
        if (closed || counted.length === 0) break;
        for (const hasChanged of write(counted)) {
          changed ||= hasChanged;
          await nextTurn();
          if (closed) return;
        }
      }
    } while (isPending && !closed);
    if (changed && !closed) onChange();
  }
  function start(): Promise<void> {
    isPending = true;
    counting ??= countAll()
      .catch(() => {})
      .finally(() => {
        counting = null;
      });
    return counting;
  }
  return {
    follow() {
      following = true;
      return start();
    },
    written() {
      if (following) void start();
    },
    close() {
      closed = true;
    },
  };
}

/** Standings per transaction: each takes about 75 µs, during which user requests wait. */
const STANDINGS_PER_WRITE = 200;

/** Some standings of a group. The group's last piece has `all` of its counted versions. */
type Piece = CountedGroup & { all: readonly number[] | null };

/** Splits groups into pieces of limited size, since a group may have thousands of standings. */
function piecesOf(groups: readonly CountedGroup[]): Piece[][] {
  const pieces: Piece[][] = [[]];
  let free = STANDINGS_PER_WRITE;
  for (const { standings, ...group } of groups) {
    let from = 0;
    do {
      const part = standings.slice(from, from + free);
      from += part.length;
      free -= part.length;
      const all = from < standings.length ? null : standings.map(({ versionId }) => versionId);
      pieces.at(-1)?.push({ ...group, standings: part, all });
      if (free === 0) {
        pieces.push([]);
        free = STANDINGS_PER_WRITE;
      }
    } while (from < standings.length);
  }
  return pieces.filter((piece) => piece.length > 0);
}

/** Prepares to write the standings of groups; yields for each piece whether anything changed. */
export function prepareStandings({
  db,
  transaction,
}: Storage): (groups: readonly CountedGroup[]) => Iterable<boolean> {
  // Finds versions by the group's route and programme rather than by an index that nothing else needs.
  const remove = db
    .prepare<{ groupId: number; counted: string }, number>(
      `DELETE FROM award_price_standings WHERE group_id = @groupId AND version_id IN (
         SELECT v.id FROM award_price_groups g
         CROSS JOIN award_routes r ON r.origin = g.origin AND r.destination = g.destination
         CROSS JOIN award_route_records t ON t.route_id = r.id AND t.programme_id = g.programme_id
         CROSS JOIN award_versions v ON v.record_id = t.record_id WHERE g.id = @groupId)
       AND version_id NOT IN (SELECT value FROM json_each(@counted)) RETURNING version_id`,
    )
    .pluck();
  const upsert = db.prepare<[number, number, number, number, string, number]>(`
    INSERT INTO award_price_standings (version_id, cheapest, lowest, dates, basis, group_id) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (version_id) DO UPDATE SET cheapest = excluded.cheapest, lowest = excluded.lowest, dates = excluded.dates,
      basis = excluded.basis, group_id = excluded.group_id
    WHERE (cheapest, lowest, dates, basis, group_id)
      IS NOT (excluded.cheapest, excluded.lowest, excluded.dates, excluded.basis, excluded.group_id)`);
  // A version is listed under its route and under searches with records of its route. A join, because IN over two selects
  // would scan the whole table for every version.
  const list = db.prepare<{ cheapest: number | null; versionId: number }>(`
    WITH places AS MATERIALIZED (
      SELECT l.id AS listing_id, v.day, v.record_id FROM award_versions v CROSS JOIN award_records e ON e.id = v.record_id
      CROSS JOIN award_listings l ON l.partition_id = e.partition_id AND l.route_id = v.route_id WHERE v.id = @versionId
      UNION ALL
      SELECT l.id, v.day, v.record_id FROM award_versions v CROSS JOIN award_search_routes b ON b.route_id = v.route_id
      CROSS JOIN award_listings l ON l.search_id = b.search_id WHERE v.id = @versionId)
    UPDATE award_listed SET standing = @cheapest FROM places s
    WHERE award_listed.listing_id = s.listing_id AND award_listed.day = s.day AND award_listed.record_id = s.record_id
      AND version_id = @versionId AND standing IS NOT @cheapest`);
  const setCounted = db.prepare<[number, number]>('UPDATE award_price_groups SET counted = ? WHERE id = ?');
  const isThere = db.prepare<[number], number>('SELECT 1 FROM award_price_groups WHERE id = ?').pluck();
  const write = (piece: readonly Piece[]): boolean => {
    let changes = 0;
    for (const { groupId, changes: asOf, standings, all } of piece) {
      if (isThere.get(groupId) === undefined) continue;
      for (const { versionId, cheapest, lowest, dates, basis } of standings) {
        if (upsert.run(versionId, cheapest, lowest ? 1 : 0, dates, basis, groupId).changes === 0) continue;
        list.run({ cheapest, versionId });
        changes += 1;
      }
      if (all === null) continue;
      for (const versionId of remove.all({ groupId, counted: JSON.stringify(all) })) {
        list.run({ cheapest: null, versionId });
        changes += 1;
      }
      // A group that was changed meanwhile, or whose last piece is not written, stays marked.
      setCounted.run(asOf, groupId);
    }
    return changes > 0;
  };
  return function* (groups) {
    for (const piece of piecesOf(groups)) yield transaction(() => write(piece));
  };
}

/** Prepares to write run changes and search results in one transaction; yields whether anything changed. */
export function prepareRunChanges({
  db,
  transaction,
}: Storage): (counted: readonly (CountedRun | CountedSearch)[]) => Iterable<boolean> {
  const upsert = db.prepare<[number, number]>(`
    INSERT INTO award_run_changes (run_id, changes) VALUES (?, ?)
    ON CONFLICT (run_id) DO UPDATE SET changes = excluded.changes`);
  const setCounted = db.prepare<[number, number]>(
    'DELETE FROM award_runs_written WHERE run_id = ? AND times = ?',
  );
  const upsertSearch = db.prepare<[number, string]>(`
    INSERT INTO award_searches_brought (search_id, content) VALUES (?, ?)
    ON CONFLICT (search_id) DO UPDATE SET content = excluded.content`);
  const setSearchCounted = db.prepare<[number, number]>(
    'DELETE FROM award_searches_written WHERE search_id = ? AND times = ?',
  );
  return (counted) => [
    transaction(() => {
      let changes = 0;
      // A run or search that a page has changed meanwhile stays marked and is counted again.
      for (const one of counted)
        if ('content' in one) {
          if (setSearchCounted.run(one.searchId, one.times).changes > 0)
            changes += upsertSearch.run(one.searchId, one.content).changes;
        } else if (setCounted.run(one.runId, one.times).changes > 0)
          for (const of of one.counted) changes += upsert.run(of.runId, of.changes).changes;
      return changes > 0;
    }),
  ];
}
