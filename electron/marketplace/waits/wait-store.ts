import type { DatabaseConnection } from '../../storage/open.ts';
import { isStorageError } from '../../storage/problem.ts';
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
  return {
    read: (origin) => select.all(origin),
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
