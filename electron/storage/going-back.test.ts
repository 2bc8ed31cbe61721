import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openStorage } from './open.ts';
import { backupFile, latestCopy } from './upgrade-copy.ts';

const VERSION = migrations.at(-1)?.version ?? 0;
/** This program, one version later. */
const LATER = [...migrations, { version: VERSION + 1, name: 'later', sql: 'CREATE TABLE later (what TEXT)' }];

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'milepost-going-back-'));
  file = join(folder, 'milepost.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Opens the file with this version, notes something in it and closes it. */
function use(value: string) {
  const opened = openStorage(file);
  if (!opened.ok) throw new Error(opened.problem.words);
  opened.storage.db
    .prepare(
      "INSERT INTO settings (name, value) VALUES ('mark', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .run(JSON.stringify(value));
  opened.storage.close();
}
function upgrade() {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, file, LATER);
  db.close();
}
const markIn = (path: string) => {
  const db = new Database(path, { readonly: true });
  const row = db.prepare("SELECT value FROM settings WHERE name = 'mark'").get() as { value: string };
  db.close();
  return JSON.parse(row.value);
};
/** What docs/updates.md says: everything of the newer file is moved away, and the copy takes its name. */
function goBack() {
  for (const end of ['', '-wal', '-shm'])
    if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${file}${end}.newer`);
  renameSync(backupFile(file, VERSION), file);
}

it('opens with the version before, once the copy from before the upgrade has its name', () => {
  use('before');
  upgrade();
  const refused = openStorage(file);
  expect(refused).toMatchObject({ ok: false, problem: { code: 'newer' } });
  const newer = readFileSync(file);
  goBack();
  expect(markIn(file)).toBe('before');
  use('after going back');
  expect(markIn(file)).toBe('after going back');
  expect(readFileSync(`${file}.newer`).equals(newer)).toBe(true);
});

it('names the way on, and the copy where there is one', () => {
  use('before');
  upgrade();
  const refused = openStorage(file);
  const words = refused.ok ? '' : refused.problem.words;
  expect(words).toContain('written by a newer Milepost. Nothing was changed in it');
  expect(words).toContain('Install that version again');
  expect(words).toContain(basename(backupFile(file, VERSION)));
  expect(words).toContain('lacks what was bought and noted since');

  rmSync(backupFile(file, VERSION));
  const without = openStorage(file);
  expect(without.ok ? '' : without.problem.words).not.toContain('before-upgrade');
});

it('leaves a further copy where somebody went back, went on and upgrades again', () => {
  use('before');
  upgrade();
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  // By copying: the first copy stays where it is.
  const db = new Database(backupFile(file, VERSION), { readonly: true });
  db.exec(`VACUUM INTO '${file}'`);
  db.close();
  use('bought since');
  upgrade();
  expect(markIn(backupFile(file, VERSION))).toBe('before');
  expect(latestCopy(file, VERSION)).toBe(`${backupFile(file, VERSION)}-2`);
  expect(markIn(latestCopy(file, VERSION) ?? '')).toBe('bought since');
});

it('leaves one copy however often a step fails', () => {
  use('before');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const db = new Database(file);
    const broken = [...migrations, { version: VERSION + 1, name: 'broken', sql: 'nonsense' }];
    expect(() => migrate(db, file, broken)).toThrow();
    db.close();
  }
  expect(latestCopy(file, VERSION)).toBe(backupFile(file, VERSION));
});
