import { accessSync, constants, lstatSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode, isSqliteMissing } from '../storage/error-code.ts';
import { otherThanFile } from '../storage/open.ts';
import { makePrivate, type PrivateFilesMachine, StrangersFileError } from '../storage/private-files.ts';

export type HeldFolder =
  | { ok: true; release(): void }
  | {
      ok: false;
      words: string;
      /** Whether another Milepost holds the folder; otherwise it cannot be locked at all. */
      isRunning: boolean;
    };

function lock(file: string): () => void {
  const db = new Database(file, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    throw error;
  }
  return () => {
    if (db.open) db.close();
  };
}

/** Whether something other than a lock has its name, in a writable folder. */
function isInTheWay(file: string): boolean {
  try {
    lstatSync(file);
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Locks a data folder for this process, since two programs must never buy from one journal, and makes it private. The lock
 * is an open transaction on a separate file, which the operating system releases even after a crash, unlike a file with a
 * process ID.
 */
export function holdDataFolder(dataDir: string, machine?: PrivateFilesMachine): HeldFolder {
  const file = join(dataDir, 'milepost.lock');
  try {
    makePrivate(dataDir, machine);
    const other = otherThanFile(file);
    if (other !== undefined) return notAlone(other);
    return { ok: true, release: lock(file) };
  } catch (error) {
    if (error instanceof StrangersFileError)
      return { ok: false, words: `${error.message} The data folder is ${dataDir}.`, isRunning: false };
    const code = errorCode(error);
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
      return {
        ok: false,
        words: `Milepost is already running on this data folder: ${dataDir}.`,
        isRunning: true,
      };
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
      rmSync(file, { force: true });
      return { ok: true, release: lock(file) };
    }
    // Without SQLite or write access there is no journal either, and opening the data file reports the problem.
    if (isSqliteMissing(error) || !isInTheWay(file)) return { ok: true, release: () => {} };
    return notAlone(file);
  }
}

const notAlone = (file: string): HeldFolder => ({
  ok: false,
  words: `Milepost cannot make sure that it is alone on its data folder: ${file} is not its lock. Take it away and start again.`,
  isRunning: false,
});

/**
 * Why Electron's own lock was refused although nobody holds it; null where another Milepost does, which then shows itself.
 * The lock is a link in the data folder, which file systems such as exFAT and FAT cannot keep; on Windows it is none.
 */
export function whyNoSingleInstance(dataDir: string, platform = process.platform): string | null {
  if (platform === 'win32') return null;
  if (lstatSync(join(dataDir, 'SingletonLock'), { throwIfNoEntry: false }) !== undefined) return null;
  return `Milepost cannot lock its data folder ${dataDir}: its file system keeps no links, as exFAT and FAT do not. Nothing was changed. Keep the folder on another disk, and name it with --data-dir.`;
}
