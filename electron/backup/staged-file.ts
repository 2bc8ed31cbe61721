import { closeSync, openSync, readSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { fail } from '#shared/contract/failure.ts';
import { ForeignFileError, migrate, NewerFileError } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations/index.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { ABOUT_TABLE, readAbout } from './about.ts';
import type { BackupParts } from './part.ts';
import { invalidRows } from './valid-rows.ts';

const MAGIC = 'SQLite format 3\0';
const HEADER = 100;

const notABackup = (why: string): never =>
  fail('not_a_backup', `This file is not a backup of Milepost: ${why} Nothing was changed.`);
const damaged = (why: string): never =>
  fail('damaged_backup', `This backup is damaged: ${why} Nothing was changed. Use another copy of it.`);

/** Checks the file's header and length without opening it as a database. */
function checkHeaderAndLength(file: string): void {
  const header = Buffer.alloc(HEADER);
  const fd = openSync(file, 'r');
  const read = readSync(fd, header, 0, HEADER, 0);
  closeSync(fd);
  if (read < HEADER || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    notABackup('it does not begin as one does.');
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  const { size } = statSync(file);
  if (size < pageSize * pages || size % pageSize !== 0)
    damaged(`it is ${size} bytes long and should be ${pageSize * pages}. It was cut off.`);
}

type Named = { type: string; name: string; sql: string | null };
/** Tables that SQLite makes by itself, as it makes them, and the backup's own description. */
const BESIDE = [
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
  ABOUT_TABLE,
];
/** Selects all that has SQL of its own: whatever that is, it must be Milepost's. */
const SCHEMA = `SELECT type, name, sql FROM sqlite_schema
  WHERE NOT (type = 'index' AND sql IS NULL)
    AND NOT (type = 'table' AND sql IN (${BESIDE.map((sql) => `'${sql}'`).join(', ')})) ORDER BY type, name`;

/** The schema of a version, from a newly created database. */
function schemaAt(version: number): Named[] {
  const db = new Database(':memory:');
  try {
    for (const step of migrations) if (step.version <= version) db.exec(step.sql);
    return db.prepare<[], Named>(SCHEMA).all();
  } finally {
    db.close();
  }
}

/**
 * Opens a received file after verifying that it is an intact Milepost database of a known version with exactly the
 * tables, indexes and triggers of that version (a foreign trigger could do anything), and migrates it. Fails with
 * `not_a_backup`, `damaged_backup` or `newer_backup`.
 */
export function openStaged(
  file: string,
  parts: BackupParts,
  report: (words: string, done: number, of: number) => void,
): DatabaseConnection {
  checkHeaderAndLength(file);
  const db = new Database(file);
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    report('Looking at what kind it is', 0, 3);
    const owner = Number(db.pragma('application_id', { simple: true }));
    const version = Number(db.pragma('user_version', { simple: true }));
    const found = db.prepare<[], Named>(SCHEMA).all();
    if (owner !== APPLICATION_ID || found.length === 0) notABackup('it is a database of another program.');
    const newest = migrations.at(-1)?.version ?? 0;
    if (version > newest) newer();
    if (JSON.stringify(found) !== JSON.stringify(schemaAt(version)))
      damaged('its tables are not those that Milepost makes.');
    // One of another encoding could not be attached to the data file.
    if (db.pragma('encoding', { simple: true }) !== 'UTF-8')
      damaged('its texts are not as Milepost encodes them.');
    report('Looking for damage', 1, 3);
    // Only now: it runs the constraints and the expressions of the schema.
    const problems = db.pragma('integrity_check(1)', { simple: true });
    if (problems !== 'ok') damaged('what its pages hold does not fit together.');
    report('Bringing it up to date', 2, 3);
    db.pragma('journal_mode = MEMORY');
    db.pragma('synchronous = OFF');
    migrate(db, file);
    db.pragma('foreign_keys = ON');
    if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
      damaged('some of it belongs to things that are missing.');
    const invalid = invalidRows(db, parts);
    if (invalid !== null) damaged(`${invalid} is not as Milepost writes it.`);
    return db;
  } catch (error) {
    db.close();
    if (error instanceof NewerFileError) return newer();
    if (error instanceof ForeignFileError) return notABackup('it is a database of another program.');
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'SQLITE_NOTADB') return notABackup('it is no database.');
    if (code.startsWith('SQLITE_CORRUPT')) return damaged('a page of it cannot be read.');
    throw error;
  }
}

const newer = (): never =>
  fail(
    'newer_backup',
    'This backup was made by a later Milepost than this one. Install that version here, then restore it. Nothing was changed.',
  );

/** Marks a SQLite file as Milepost's: "Mile" in ASCII. */
const APPLICATION_ID = 0x4d696c65;

/**
 * Refiles demo data of the other machine under the local embedded marketplace, since they would otherwise never be shown.
 * Does nothing if the backup contains data of the local one too.
 */
export function refileDemoData(db: DatabaseConnection, parts: BackupParts, to: string): void {
  const from = readAbout(db, 'main').demoIdentity;
  if (from !== null) db.exec("DELETE FROM backup_about WHERE name = 'demoFiledUnder'");
  if (from === null || from === to || !from.startsWith('demo:')) return;
  const filed = parts.flatMap(({ tables }) =>
    tables.flatMap(({ name, marketplace }) =>
      marketplace === undefined ? [] : [[name, marketplace] as const],
    ),
  );
  const holds = filed.some(
    ([table, column]) =>
      db.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ? LIMIT 1`).get(to) !== undefined,
  );
  if (holds) return;
  db.transaction(() => {
    for (const [table, column] of filed)
      db.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${column} = ?`).run(to, from);
    db.prepare("INSERT INTO backup_about (name, value) VALUES ('demoFiledUnder', ?)").run(JSON.stringify(to));
  })();
}
