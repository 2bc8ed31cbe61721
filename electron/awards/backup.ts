import { z } from 'zod';
import { SEARCH_NAME_MAX } from '#shared/contract/results.ts';
import { ownEntry } from '#shared/own-entry.ts';
import { readerOfSource } from '#shared/record-kinds/record-kinds.ts';
import type { BackupPart, BackupTable, Merging } from '../backup/part.ts';
import { countRows, type StoredRow } from '../backup/rows.ts';
import { storedMoment } from '../backup/valid-rows.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { searchIdentity } from './coverage/search-identity.ts';
import { COPIED_TABLES, mergePages } from './merge/pages.ts';

/** Checks and mappings of backup tables; tables not listed need none. */
const TABLE_DETAILS: Readonly<Record<string, Omit<BackupTable, 'name'>>> = {
  award_partitions: { marketplace: 'identity' },
  award_searches: { marketplace: 'identity', json: { criteria: 'object' }, damaged: mendSearch },
  award_pages: { json: { input: 'any', remarks: 'array' }, damaged: mendPage },
  // Most of a large file; a damaged one costs its own record, and is derived again by a rebuild.
  award_versions: { json: { remarks: 'array' }, damaged: 'kept' },
  award_added_members: { json: { names: 'array' }, damaged: 'kept' },
  award_broken: {
    json: { problems: 'array' },
    damaged: (db, { page_id: page, position }) =>
      db
        .prepare('UPDATE award_broken SET problems = ? WHERE page_id = ? AND position = ?')
        .run(JSON.stringify([NOT_READ]), page, position),
  },
};

const NOT_READ = 'What was noted of it here is damaged and could not be read.';

/** A search is what its pages requested, and those are written with their purchases. */
function mendSearch(db: DatabaseConnection, { id, partition_id: partition }: StoredRow): void {
  const inputs = db
    .prepare<[unknown], string>(
      `SELECT CASE WHEN json_valid(p.input) THEN p.input ELSE u.input END FROM award_runs r
       JOIN award_pages p ON p.run_id = r.id LEFT JOIN purchases u ON u.id = p.purchase_id
       WHERE r.search_id = ? AND (json_valid(p.input) OR json_valid(u.input)) ORDER BY p.id LIMIT 1`,
    )
    .pluck()
    .all(id);
  const home = db
    .prepare<[unknown], { source: string; provider: string }>(
      'SELECT source, provider FROM award_partitions WHERE id = ?',
    )
    .get(partition);
  // A search that nothing tells of covers nothing and is repeated by nobody.
  const criteria =
    inputs[0] === undefined || home === undefined
      ? JSON.stringify({ damaged: `search ${String(id)}` })
      : searchIdentity(JSON.parse(inputs[0]), {
          provider: home.provider,
          known: [home],
          kind: readerOfSource(home.source),
        }).criteria;
  const set = db.prepare('UPDATE OR IGNORE award_searches SET criteria = ? WHERE id = ?');
  if (set.run(criteria, id).changes === 0) set.run(JSON.stringify({ damaged: `search ${String(id)}` }), id);
}

/** What a page requested is written with its purchase; remarks that are lost count as something remarked. */
function mendPage(db: DatabaseConnection, { id }: StoredRow): void {
  db.prepare(
    `UPDATE award_pages SET
       input = CASE WHEN json_valid(input) THEN input ELSE coalesce((SELECT CASE WHEN json_valid(u.input) THEN u.input END
         FROM purchases u WHERE u.id = purchase_id), '{}') END,
       remarks = CASE WHEN remarks IS NULL THEN NULL WHEN NOT json_valid(remarks) THEN @noted
         WHEN json_type(remarks) <> 'array' THEN @noted ELSE remarks END
     WHERE id = @id`,
  ).run({ id, noted: JSON.stringify([NOT_READ]) });
}

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
