import Database from 'better-sqlite3';
import { BUSY_TIMEOUT_MS, type Storage } from './open.ts';

/** Half of what a large file's inner pages and the clustered rows of one wide search need; the rest is the system's cache. */
const CACHE_KIB = 16_384;
const MAPPED_BYTES = 1 << 30;

/**
 * Opens the data file a second time, to read it while the first connection writes. A transaction sees what was
 * committed before it began and nothing that is committed meanwhile. Throws what SQLite throws.
 */
export function openForReading(file: string): Storage {
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
