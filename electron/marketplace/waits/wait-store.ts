import type { DatabaseConnection } from '../../storage/open.ts';
import { isClosedFile, isStorageError } from '../../storage/problem.ts';
import type { StoredWait, WaitStore } from './origin-budget.ts';

/** A wait that ended this long ago by the clock, in ms, is over however wrong the clock is. */
const OVER_FOR_CERTAIN_MS = 2 * 86_400_000;

/** The waits of origins in the data file, and of single Calls by names of their own. */
export function storedWaits(db: DatabaseConnection): WaitStore {
  const select = db.prepare<[string], StoredWait>(
    'SELECT named_at AS namedAt, until FROM named_waits WHERE origin = ?',
  );
  // Both shorter and sooner over: whatever the clock shows, the new one holds for as long.
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
  // SQLite answers it from memory that the programs on the file share; what this connection wrote does not change it.
  const version = db.prepare<[], number>('PRAGMA data_version').pluck();
  /** Null where the file cannot be read now. */
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
        // This run of the program keeps to it all the same.
        if (!isStorageError(error)) throw error;
      }
    },
  };
}
