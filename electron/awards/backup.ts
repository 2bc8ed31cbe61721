import { z } from 'zod';
import { SEARCH_NAME_MAX } from '#shared/contract/results.ts';
import { ownEntry } from '#shared/own-entry.ts';
import type { BackupPart, BackupTable, Merging } from '../backup/part.ts';
import { countRows } from '../backup/rows.ts';
import { storedMoment } from '../backup/valid-rows.ts';
import { COPIED_TABLES, mergePages } from './merge/pages.ts';

/** Checks and mappings of backup tables; tables not listed need none. */
const TABLE_DETAILS: Readonly<Record<string, Omit<BackupTable, 'name'>>> = {
  award_partitions: { marketplace: 'identity' },
  award_searches: { marketplace: 'identity', json: { criteria: 'object' } },
  award_pages: { json: { input: 'any', problems: 'array', remarks: 'array' } },
  award_versions: { json: { remarks: 'array' } },
  award_added_members: { json: { names: 'array' } },
  award_broken: { json: { problems: 'array' } },
};

/** Stored search IDs by the backup's search IDs. */
function searchesHere({ db }: Merging): Map<number, number> {
  const rows = db
    .prepare<[], { there: number; here: number }>(
      `SELECT t.id AS there, h.id AS here FROM other.award_searches t
       JOIN main.award_searches h ON h.identity = t.identity AND h.criteria = t.criteria`,
    )
    .all();
  return new Map(rows.map(({ there, here }) => [there, here]));
}

const savedSearch = z.object({
  name: z.string().min(1).max(SEARCH_NAME_MAX).nullable(),
  removed_at: storedMoment.nullable(),
  updated_at: storedMoment,
});

/** Merges the user's choices for saved searches; the later choice wins. */
function mergeSavedSearches({ db }: Merging): void {
  db.prepare(
    `INSERT INTO main.saved_searches (search_id, name, removed_at, updated_at)
     SELECT h.id, o.name, o.removed_at, o.updated_at FROM other.saved_searches o
     JOIN other.award_searches t ON t.id = o.search_id
     JOIN main.award_searches h ON h.identity = t.identity AND h.criteria = t.criteria WHERE true
     ON CONFLICT (search_id) DO UPDATE SET name = excluded.name, removed_at = excluded.removed_at,
       updated_at = excluded.updated_at
     WHERE (excluded.updated_at, coalesce(excluded.name, '')) > (saved_searches.updated_at, coalesce(saved_searches.name, ''))`,
  ).run();
}

/** Only pages are copied; the other tables are derived from them. */
export const awardsBackup: BackupPart = {
  tables: [
    ...COPIED_TABLES.map((name) => ({ name, ...ownEntry(TABLE_DETAILS, name) })),
    { name: 'saved_searches', row: { schema: savedSearch, called: 'the name of a saved search' } },
  ],
  contents: (db) => ({
    searches: countRows(db, 'other.award_searches'),
    runs: countRows(db, 'other.award_runs'),
    records: countRows(db, 'other.award_records'),
    newPages: countRows(
      db,
      'other.award_pages WHERE purchase_id NOT IN (SELECT purchase_id FROM main.award_pages)',
    ),
  }),
  merge(merging) {
    const before = countRows(merging.db, 'main.award_records');
    const { added, withoutAnswer, runs } = mergePages(merging);
    mergeSavedSearches(merging);
    return {
      names: { searches: searchesHere(merging), ...runs },
      restored: {
        pages: added,
        pagesWithoutAnswer: withoutAnswer,
        records: countRows(merging.db, 'main.award_records') - before,
        renumbered: runs.runsHere !== null,
      },
    };
  },
};
