import type { DatabaseConnection } from '../storage/open.ts';

export type StoredRow = Record<string, string | number | bigint | null | Buffer>;

/** The columns of a table in the current schema; both files have been migrated to it. */
export const columnsOf = (db: DatabaseConnection, table: string): string[] =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);

/** Counts rows. @param from a table of the data file (`main.`) or the backup (`other.`), with conditions */
export const countRows = (db: DatabaseConnection, from: string): number =>
  db.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get() ?? 0;

/**
 * Merges user-written rows by key: the latest change wins; of simultaneous changes the one whose text sorts later, so that
 * both orders of merging agree. Returns the number of rows written.
 * @param without columns that each file numbers independently
 */
export function mergeNewest(
  db: DatabaseConnection,
  table: string,
  key: readonly string[],
  without: readonly string[] = [],
): number {
  const columns = columnsOf(db, table).filter((column) => !without.includes(column));
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
