import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openDataFile } from '../storage/testing/empty-data-file.ts';
import { openStaged } from './staged-file.ts';

/** Takes several seconds wherever SQLite evaluates it: each of half a million places is compared to its end. */
const ENDLESS = "(instr(zeroblob(1000000), CAST(zeroblob(500000) || x'01' AS BLOB)) > 0)";

/** A data file whose schema a stranger has changed. */
function fileWith(change: (db: Database.Database) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'milepost-staged-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'staged.sqlite');
  openDataFile(file).close();
  const db = new Database(file);
  db.unsafeMode(true);
  db.exec("INSERT INTO settings (name, value) VALUES ('a', '1')");
  change(db);
  db.pragma('writable_schema = OFF');
  db.close();
  return file;
}

/** Replaces the SQL that a table was made with, behind SQLite's back. */
const rewritten =
  (table: string, change: (sql: string) => string) =>
  (db: Database.Database): void => {
    const { sql } = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').get(table) as { sql: string };
    db.pragma('writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(change(sql), table);
  };
const withCheck = (sql: string) => sql.replace(/\)([^)]*)$/u, `, CHECK (NOT ${ENDLESS}))$1`);

it.each<[string, (db: Database.Database) => void]>([
  ['a constraint', rewritten('settings', withCheck)],
  [
    "a constraint on SQLite's own table of statistics",
    (db) => {
      db.exec("ANALYZE; INSERT INTO sqlite_stat1 VALUES ('a', 'b', '1')");
      rewritten('sqlite_stat1', withCheck)(db);
    },
  ],
  [
    'an index over an expression',
    (db) => {
      db.exec('CREATE INDEX strange ON settings (length(name))');
      rewritten('strange', (sql) => sql.replace('length(name)', ENDLESS))(db);
    },
  ],
  ['a part of an index', (db) => db.exec('CREATE INDEX strange ON settings (name) WHERE value > 0')],
  ['a view', (db) => db.exec(`CREATE VIEW strange AS SELECT ${ENDLESS} AS a FROM settings`)],
  [
    'a trigger',
    (db) => db.exec(`CREATE TRIGGER strange AFTER UPDATE ON settings BEGIN SELECT ${ENDLESS}; END`),
  ],
  [
    'a generated column',
    (db) => {
      db.exec('ALTER TABLE settings ADD COLUMN strange INTEGER AS (length(name))');
      rewritten('settings', (sql) => sql.replace('length(name)', ENDLESS))(db);
    },
  ],
  ['a default', (db) => db.exec("ALTER TABLE settings ADD COLUMN strange TEXT DEFAULT ('a')")],
  ['a table of a module', (db) => db.exec('CREATE VIRTUAL TABLE strange USING fts5(a)')],
  ['a table of its own', (db) => db.exec(`CREATE TABLE strange (a CHECK (NOT ${ENDLESS}))`)],
])('a file with %s of somebody else is refused before any of its SQL runs', (_, change) => {
  const file = fileWith(change);
  const before = process.cpuUsage();
  expect(() => openStaged(file, [], () => {})).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'damaged_backup' }) }),
  );
  const { user } = process.cpuUsage(before);
  expect(user / 1_000).toBeLessThan(2_000);
});

it('a file of Milepost is opened, with the statistics that SQLite keeps', () => {
  const file = fileWith((db) => db.exec('ANALYZE'));
  const db = openStaged(file, [], () => {});
  expect(db.open).toBe(true);
  db.close();
});
