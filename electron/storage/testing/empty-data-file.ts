import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { openStorage, type Storage } from '../open.ts';

let bytes: Buffer | undefined;

/** An empty data file. The schema is built once; each test that needs a file of its own begins with a copy. */
function emptyFile(): Buffer {
  if (bytes !== undefined) return bytes;
  const opened = openStorage(':memory:');
  if (!opened.ok) throw new Error(opened.problem.words);
  bytes = opened.storage.db.serialize();
  opened.storage.close();
  return bytes;
}

/** Makes a data file that holds nothing yet, unless there is a file. */
export function makeDataFile(file: string): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, emptyFile(), { mode: 0o600 });
}

/** Opens a data file, which is made where there is none. */
export function openDataFile(file: string): Storage {
  makeDataFile(file);
  const opened = openStorage(file);
  if (!opened.ok) throw new Error(opened.problem.words);
  return opened.storage;
}

/** A data file in memory that holds nothing yet. */
export function emptyDataFile(): Storage {
  const db = new Database(emptyFile());
  db.pragma('foreign_keys = ON');
  return {
    db,
    file: ':memory:',
    transaction: (work) => db.transaction(work).immediate(),
    close: () => {
      if (db.open) db.close();
    },
  };
}
