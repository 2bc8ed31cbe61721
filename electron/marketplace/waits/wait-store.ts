import type { DatabaseConnection } from '../../storage/open.ts';
import { isClosedFile, isStorageError } from '../../storage/problem.ts';
import type { StoredWait, WaitStore } from './origin-budget.ts';

/** A wait that ended this long ago, in ms, is over however wrong the clock is. */
const OVER_FOR_CERTAIN_MS = 2 * 86_400_000;

/** Waits in the data file, of origins and of single Calls. */
export function storedWaits(db: DatabaseConnection): WaitStore {
  const select = db.prepare<[string], StoredWait>(
    'SELECT named_at AS namedAt, until FROM named_waits WHERE origin = ?',
  );
  // A wait both shorter and earlier is superseded whatever the clock shows.
  const remove = db.prepare(
    `DELETE FROM named_waits WHERE until < @namedAt - ${OVER_FOR_CERTAIN_MS}
     OR (origin = @origin AND until <= @until AND until - named_at <= @until - @namedAt)`,
  );
  const insert = db.prepare(
    'INSERT OR IGNORE INTO named_waits (origin, named_at, until) VALUES (@origin, @namedAt, @until)',
  );
  const write = db.transaction((wait: StoredWait & { origin: string }) => {
    remove.run(wait);
    insert.run(wait);
  });
  // SQLite reads it from memory shared by all programs on the file; this connection's writes do not change it.
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  /** Null if the file cannot be read now. */
  const readOrNull = <Read>(read: () => Read): Read | null => {
    try {
      return read();
    } catch (error) {
      if (!isStorageError(error) && !isClosedFile(error)) throw error;
      return null;
    }
  };
  return {
    read: (origin) => readOrNull(() => select.all(origin)),
    version: () => readOrNull(() => version.get() ?? null),
    write: (origin, wait) => {
      try {
        write({ origin, ...wait });
      } catch (error) {
        // This run applies it regardless.
        if (!isStorageError(error)) throw error;
      }
    },
  };
}
