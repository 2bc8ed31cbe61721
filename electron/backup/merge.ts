import { type Restored, restoredSchema } from '#shared/contract/program/backup.ts';
import { utcDay } from '#shared/dates.ts';
import type { DatabaseConnection, Storage } from '../storage/open.ts';
import type { BackupParts, Merging, Renamed, ReportProgress } from './part.ts';
import { columnsOf } from './rows.ts';

export type MergeDeps = {
  storage: Storage;
  /** UTC ms. */
  now: () => number;
  report: ReportProgress;
  madeAt: number | null;
  /** The local demo marketplace, if the backup's demo purchases were refiled under it. */
  demoFiledUnder: string | null;
  mayLower: number;
};

const NO_NAMES: Renamed = { searches: new Map(), runs: new Map(), runsHere: null };

/**
 * Merges an attached backup (`other`) into the data file in one transaction. Local data are never lost or replaced by
 * older ones, and merging the same backup again changes nothing. No money rule is loosened: limits are not imported,
 * permissions arrive ended, quotes void, and open purchases open. Cached catalogue and service data are not imported.
 */
export function mergeBackup(parts: BackupParts, { madeAt, ...deps }: MergeDeps): Restored {
  const { db } = deps.storage;
  const from = madeAt === null ? 'a backup' : `a backup of ${utcDay(madeAt)}`;
  const merging: Merging = { ...deps, db, from, tables: parts.flatMap(({ tables }) => tables) };
  return deps.storage.transaction(() => {
    cutTimesAhead(db, parts, deps.now());
    const merged = parts.map(({ merge }) => merge?.(merging) ?? {});
    const names = merged.find((each) => each.names !== undefined)?.names ?? NO_NAMES;
    renameRunsHere(db, parts, names.runsHere);
    for (const { finish } of merged) finish?.(names);
    deps.report('Writing it to the disk', 0, 1);
    return restoredSchema.parse(Object.assign({}, ...merged.map(({ restored }) => restored)));
  });
}

/** No change of the backup was made later than now: one that says so would win over every change made here from now on. */
function cutTimesAhead(db: DatabaseConnection, parts: BackupParts, now: number): void {
  for (const { name } of parts.flatMap(({ tables }) => tables))
    if (columnsOf(db, name).includes('updated_at'))
      db.prepare(`UPDATE other.${name} SET updated_at = ? WHERE updated_at > ?`).run(now, now);
}

/** Updates references to local runs that were renumbered. */
function renameRunsHere(
  db: DatabaseConnection,
  parts: BackupParts,
  renamed: ReadonlyMap<number, number> | null,
): void {
  if (renamed === null) return;
  db.exec('CREATE TEMP TABLE renamed (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)');
  const insert = db.prepare('INSERT INTO temp.renamed (old, new) VALUES (?, ?)');
  for (const [old, runId] of renamed) insert.run(old, runId);
  for (const { name, runs = [] } of parts.flatMap(({ tables }) => tables))
    for (const column of runs)
      db.exec(
        `UPDATE main.${name} SET ${column} = coalesce((SELECT new FROM temp.renamed WHERE old = ${column}), ${column})
         WHERE ${column} IS NOT NULL`,
      );
  db.exec('DROP TABLE temp.renamed');
}
