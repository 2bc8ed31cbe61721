import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { BUSY_TIMEOUT_MS, refuseOtherThanFile, type Storage } from './open.ts';
import { refuseStrangers } from './private-files.ts';

/** Half of what one wide search of a large file needs; the system's cache holds the rest. */
const CACHE_KIB = 16_384;
const MAPPED_BYTES = 1 << 30;

/**
 * Opens a second, read-only connection to the data file, so that reads run while the first connection writes. A
 * transaction sees only what was committed before it began. Throws SQLite's errors,
 * `StrangersFileError` and `UnusableFileError`.
 */
export function openForReading(file: string): Storage {
  refuseStrangers(dirname(file));
  refuseOtherThanFile(file);
  const db = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma(`mmap_size = ${MAPPED_BYTES}`);
  return {
    db,
    file,
    transaction: (work) => db.transaction(work)(),
    close: () => {
      if (db.open) db.close();
    },
  };
}
