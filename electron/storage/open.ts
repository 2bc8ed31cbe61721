import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { migrate } from './migrate.ts';
import { refuseStrangers } from './private-files.ts';
import { type StorageProblem, storageProblem, UnusableFileError } from './problem.ts';

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
    refuseOtherThanFile(file);
    refuseLost(file);
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

/** A folder, a pipe, a socket or a device at the place of a SQLite file or of one beside it; undefined where none is. */
export const otherThanFile = (file: string): string | undefined =>
  ['', '-wal', '-shm', '-journal']
    .map((end) => `${file}${end}`)
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === false);

/** Refuses it: opening a pipe waits for its other end forever, and a device looks like a file without tables. */
export function refuseOtherThanFile(file: string, what = 'The data file'): void {
  const other = otherThanFile(file);
  if (other !== undefined)
    throw new UnusableFileError({
      code: 'no_access',
      words: `${what} cannot be opened: “${basename(other)}” is a folder, a pipe or a device, or a link to one, and no file. Nothing was changed. Move it away, and put a backup in its place if there is one.`,
      path: file,
    });
}

/**
 * Refuses what SQLite would take for a new file: one that was cut to nothing after it had been used, and one that is
 * gone while what was written to it last is still beside it, which SQLite would delete.
 */
function refuseLost(file: string): void {
  const size = sizeOf(file);
  const waiting = sizeOf(`${file}-wal`) ?? 0;
  const wasUsed = waiting > 0 || existsSync(join(dirname(file), 'opening.json'));
  if (file === ':memory:' || (size ?? -1) > 0 || !wasUsed || (size === null && waiting === 0)) return;
  const what =
    size === null
      ? 'The data file is missing, but what was written to it last is still beside it'
      : 'The data file is empty, though it was used before';
  throw new UnusableFileError({
    code: 'damaged',
    words: `${what}. Nothing was changed. Put a backup in its place (files named “before-upgrade” beside it are such copies), or move it away with the files beside it that end in “-wal” and “-shm” to start anew.`,
    path: file,
  });
}

/** In bytes; null if there is no such file. */
const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null;

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
