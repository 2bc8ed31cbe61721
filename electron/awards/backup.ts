import type { BackupPart, BackupTable, Merging } from '../backup/part.ts';
import { countRows } from '../backup/rows.ts';
import { COPIED_TABLES, mergePages } from './merge/pages.ts';

/** What is particular to some of the tables. */
const PARTICULARS: Readonly<Record<string, Omit<BackupTable, 'name'>>> = {
  award_partitions: { marketplace: 'identity' },
  award_searches: { marketplace: 'identity', json: { criteria: 'object' } },
  award_pages: { json: { input: 'any', problems: 'array', remarks: 'array' } },
  award_versions: { json: { remarks: 'array' } },
  award_added_members: { json: { names: 'array' } },
  award_broken: { json: { problems: 'array' } },
};

/** What each search of the backup is called here. */
function searchesHere({ db }: Merging): Map<number, number> {
  const rows = db
    .prepare<[], { there: number; here: number }>(
      `SELECT t.id AS there, h.id AS here FROM other.award_searches t
       JOIN main.award_searches h ON h.identity = t.identity AND h.criteria = t.criteria`,
    )
    .all();
  return new Map(rows.map(({ there, here }) => [there, here]));
}

/** Pages are taken over, and what else the tables hold is derived from them. */
export const awardsBackup: BackupPart = {
  tables: COPIED_TABLES.map((name) => ({ name, ...PARTICULARS[name] })),
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
