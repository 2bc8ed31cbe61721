import { columnsOf, type Merging } from './merging.ts';

export type MergedUserData = { marks: number; templates: number; trips: number; watched: number };

/**
 * Rows that a user wrote, by their key: what was changed last counts, and of two that were changed in the same
 * moment the one whose text comes later, so that both orders of merging agree.
 */
function mergeNewest(
  { db }: Merging,
  table: string,
  key: readonly string[],
  leaveOut: readonly string[] = [],
): number {
  const columns = columnsOf(db, table).filter((column) => !leaveOut.includes(column));
  const others = columns.filter((column) => !key.includes(column) && column !== 'updated_at');
  const order = (from: string) =>
    `(${['updated_at', ...others].map((column) => `coalesce(${from}.${column}, '')`).join(', ')})`;
  return db
    .prepare(
      `INSERT INTO main.${table} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM other.${table} WHERE true
       ON CONFLICT (${key.join(', ')}) DO UPDATE SET
         ${columns
           .filter((column) => !key.includes(column))
           .map((column) => `${column} = excluded.${column}`)
           .join(', ')}
       WHERE ${order('excluded')} > ${order(table)}`,
    )
    .run().changes;
}

/** Takes over what the user added of their own. */
export function mergeUserData(merging: Merging): MergedUserData {
  const marks = mergeNewest(merging, 'record_marks', ['identity', 'cabin', 'record_key']);
  const templates = mergeNewest(merging, 'search_templates', ['name'], ['id']);
  const trips = mergeNewest(merging, 'trips', ['id']);
  mergeNewest(merging, 'trip_items', ['id']);
  return { marks, templates, trips, watched: mergeWatched(merging) };
}

/** Searches and partitions are known by what they are, not by their numbers. */
const SEARCH_HERE = `(SELECT h.id FROM main.award_searches h JOIN other.award_searches t
  ON t.identity = h.identity AND t.criteria = h.criteria WHERE t.id = o.search_id)`;
const PARTITION_HERE = `(SELECT h.id FROM main.award_partitions h JOIN other.award_partitions t
  ON t.identity = h.identity AND t.cabin = h.cabin WHERE t.id = o.partition_id)`;

/** What is watched for, where nothing is set for the same search here. */
function mergeWatched({ db }: Merging): number {
  const run = (sql: string) => db.prepare(sql).run().changes;
  run(`INSERT INTO main.watched_searches (search_id, off, first_page_only)
    SELECT ${SEARCH_HERE}, o.off, o.first_page_only FROM other.watched_searches o WHERE ${SEARCH_HERE} IS NOT NULL
    ON CONFLICT (search_id) DO NOTHING`);
  const rules = run(`INSERT INTO main.watch_rules (search_id, miles_below, seats_min, direct, since)
    SELECT ${SEARCH_HERE}, o.miles_below, o.seats_min, o.direct, o.since FROM other.watch_rules o
    WHERE ${SEARCH_HERE} IS NOT NULL ON CONFLICT (search_id) DO NOTHING`);
  // What was told on the other machine is not known again here; it is not news here either.
  run(`INSERT INTO main.watch_notices (search_id, run_id, at, partition_id, record_key, content, read_at)
    SELECT ${SEARCH_HERE}, 0, o.at, ${PARTITION_HERE}, o.record_key, o.content, coalesce(o.read_at, o.at)
    FROM other.watch_notices o WHERE ${SEARCH_HERE} IS NOT NULL AND ${PARTITION_HERE} IS NOT NULL
    ON CONFLICT (partition_id, record_key, content) DO NOTHING`);
  return rules;
}
