import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from './migrate.ts';
import { refuseStrangers } from './private-files.ts';
import { type StorageProblem, storageProblem } from './problem.ts';

export type DatabaseConnection = Database.Database;

export type Storage = {
  readonly db: DatabaseConnection;
  readonly file: string;
  /** Runs `work` in one transaction, which takes the write lock at once. */
  transaction<Result>(work: () => Result): Result;
  close(): void;
};

export type Opened = { ok: true; storage: Storage } | { ok: false; problem: StorageProblem };

/** How long one process waits for another's write lock, in milliseconds. */
export const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the SQLite file and migrates its schema; returns a problem if it cannot be used. Commits are durable when they
 * return (`synchronous = FULL`), as the journal of purchases requires.
 */
export function openStorage(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): Opened {
  let db: DatabaseConnection | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    refuseStrangers(dirname(file));
    db = new Database(file, { timeout: busyTimeoutMs });
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.pragma('foreign_keys = ON');
    migrate(db, file);
    // SQLite silently opens a read-only file and fails at the first write, so a write lock is tried here.
    db.exec('BEGIN IMMEDIATE; ROLLBACK');
    return { ok: true, storage: storageOver(db, file) };
  } catch (error) {
    db?.close();
    return { ok: false, problem: storageProblem(error, file) };
  }
}

function storageOver(db: DatabaseConnection, file: string): Storage {
  return {
    db,
    file,
    transaction: (work) => db.transaction(work).immediate(),
    close: () => {
      if (db.open) db.close();
    },
  };
}
