import type { Storage } from '../storage/open.ts';
import { setRowAside } from '../storage/set-aside.ts';
import type { BackupParts, BackupTable } from './part.ts';
import type { StoredRow } from './rows.ts';
import { unreadableRows } from './valid-rows.ts';

/**
 * Takes every row that could not be read out of its table, with the rows that hang on it, and sets it aside: one
 * damaged row would otherwise cost the list that it is in. Rows that others rest on are mended by their feature or
 * kept. Returns how many were set aside.
 */
export function setDamagedRowsAside({ db, transaction }: Storage, parts: BackupParts): number {
  const tables = parts.flatMap((part) => part.tables).filter(({ damaged }) => damaged !== 'kept');
  const found = tables.flatMap((table) => unreadableRows(db, table).map((row) => ({ table, row })));
  if (found.length === 0) return 0;
  return transaction(() => {
    db.pragma('defer_foreign_keys = ON');
    let count = 0;
    for (const { table, row } of found) {
      if (typeof table.damaged === 'function') {
        setRowAside(db, { table: table.name, called: calledOf(table), row });
        table.damaged(db, row);
        count += 1;
      } else count += takeOut(table.name, calledOf(table), row);
    }
    return count;
  });

  function takeOut(name: string, called: string, row: StoredRow): number {
    const of = (table: string) => tables.find((one) => one.name === table);
    let count = 0;
    for (const { child, column, parent } of hangingOn(name)) {
      const rows = db
        .prepare<[unknown], StoredRow>(`SELECT * FROM ${child} WHERE ${column} = ?`)
        .all(row[parent]);
      for (const one of rows) count += takeOut(child, calledOf(of(child) ?? { name: child }), one);
    }
    setRowAside(db, { table: name, called, row });
    const key = keyOf(name);
    db.prepare(`DELETE FROM ${name} WHERE ${key.map((column) => `${column} IS ?`).join(' AND ')}`).run(
      ...key.map((column) => row[column]),
    );
    return count + 1;
  }

  /** The tables whose rows reference those of a table. */
  function hangingOn(name: string): { child: string; column: string; parent: string }[] {
    return db
      .prepare<[string], { child: string; column: string; parent: string }>(
        `SELECT t.name AS child, f."from" AS "column", coalesce(f."to", 'id') AS parent
         FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
         WHERE t.type = 'table' AND f."table" = ?`,
      )
      .all(name);
  }

  function keyOf(name: string): string[] {
    return db
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck()
      .all(name);
  }
}

const calledOf = ({ name, row }: Pick<BackupTable, 'name' | 'row'>): string =>
  row?.called ?? `a row of ${name.replaceAll('_', ' ')}`;
