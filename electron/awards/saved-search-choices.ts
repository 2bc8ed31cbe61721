import { fail } from '#shared/contract/failure.ts';
import type { Storage } from '../storage/open.ts';

/** The user's choices for saved searches: a name, and whether they are on the list. */
export function openSavedSearchChoices({ db, transaction }: Storage, clock: () => number) {
  const known = db.prepare<[number], number>('SELECT 1 FROM award_searches WHERE id = ?').pluck();
  const setName = db.prepare(`
    INSERT INTO saved_searches (search_id, name, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (search_id) DO UPDATE SET name = excluded.name, updated_at = excluded.updated_at`);
  const setRemoved = db.prepare(`
    INSERT INTO saved_searches (search_id, removed_at, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (search_id) DO UPDATE SET removed_at = excluded.removed_at, updated_at = excluded.updated_at`);
  const relist = db.prepare(`
    UPDATE saved_searches SET removed_at = NULL, updated_at = ? WHERE removed_at IS NOT NULL
      AND search_id = (SELECT search_id FROM award_runs WHERE id = ?)`);
  const needed = (searchId: number): void => {
    if (known.get(searchId) === undefined) fail('not_found', 'This search is not saved here.');
  };
  return {
    rename(searchId: number, name: string | null): void {
      needed(searchId);
      setName.run(searchId, name, clock());
    },
    setListed: (searchIds: readonly number[], listed: boolean): void =>
      transaction(() => {
        for (const searchId of searchIds) {
          needed(searchId);
          setRemoved.run(searchId, listed ? null : clock(), clock());
        }
      }),
    /** Lists the search of a run again. */
    wasRun: (runId: number): void => {
      relist.run(clock(), runId);
    },
  };
}
