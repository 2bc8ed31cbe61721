import type { DatabaseConnection } from './open.ts';

/** A row that could not be read, with all its columns as they are stored. */
export type DamagedRow = {
  table: string;
  /** What such a row is, for the user: "a trip". */
  called: string;
  row: Readonly<Record<string, unknown>>;
};

/** Notes a row that could not be read, so that nothing of it is lost when it leaves its table. */
export function setRowAside(db: DatabaseConnection, { table, called, row }: DamagedRow): void {
  db.prepare('INSERT INTO damaged_rows (found_at, table_name, called, content) VALUES (?, ?, ?, ?)').run(
    Date.now(),
    table,
    called,
    JSON.stringify(row, (_, value) =>
      Buffer.isBuffer(value) || value instanceof Uint8Array
        ? { base64: Buffer.from(value).toString('base64') }
        : value,
    ),
  );
}

export type SetAside = { id: number; foundAt: number; table: string; called: string; content: string };

/** What was set aside, the latest first. `content` is the row as JSON. */
export const rowsSetAside = (db: DatabaseConnection): SetAside[] =>
  db
    .prepare<[], SetAside>(
      `SELECT id, found_at AS foundAt, table_name AS "table", called, content FROM damaged_rows ORDER BY id DESC`,
    )
    .all();

/** Forgets what was set aside up to the row `last`, once the user has seen it. */
export const forgetSetAside = (db: DatabaseConnection, last: number): void =>
  void db.prepare('DELETE FROM damaged_rows WHERE id <= ?').run(last);
