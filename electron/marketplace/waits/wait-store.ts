import type { DatabaseConnection } from '../../storage/open.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { StoredWait, WaitStore } from './origin-budget.ts';

/** The waits of origins in the data file. */
export function storedWaits(db: DatabaseConnection): WaitStore {
  const select = db.prepare<[string], StoredWait>(
    'SELECT asked_at AS ranAt, until FROM origin_waits WHERE origin = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO origin_waits (origin, asked_at, until) VALUES (?, ?, ?)
     ON CONFLICT (origin) DO UPDATE SET asked_at = excluded.asked_at, until = excluded.until`,
  );
  return {
    read: (origin) => select.get(origin) ?? null,
    write: (origin, { ranAt, until }) => {
      try {
        upsert.run(origin, ranAt, until);
      } catch (error) {
        // This run of the program keeps to it all the same.
        if (!isStorageError(error)) throw error;
      }
    },
  };
}
