import type { Restored } from '#shared/contract/program/backup.ts';
import { utcDay } from '#shared/dates.ts';
import type { DatabaseConnection, Storage } from '../storage/open.ts';
import type { BackupParts, Merging, Renamed, ReportProgress } from './part.ts';

export type MergeDeps = {
  storage: Storage;
  /** UTC ms. */
  now: () => number;
  report: ReportProgress;
  madeAt: number | null;
  /** The demo marketplace here, where the backup's demo purchases were filed under it. */
  demoFiledUnder: string | null;
  mayLower: boolean;
};

const NOTHING: Restored = {
  purchases: 0,
  settled: 0,
  unresolved: 0,
  unresolvedDemo: 0,
  voided: 0,
  heldBack: 0,
  permissionsEnded: 0,
  pages: 0,
  records: 0,
  pagesWithoutAnswer: 0,
  renumbered: false,
  marks: 0,
  templates: 0,
  trips: 0,
  watched: 0,
};

const NO_NAMES: Renamed = { searches: new Map(), runs: new Map(), runsHere: null };

/**
 * Puts an attached backup (`other`) together with the data file, in one transaction: all of it, or nothing. What is here is
 * never lost, and never replaced by what is older. Merging the same backup again changes nothing. Nothing about money
 * becomes looser by it: limits are not taken over, permissions arrive ended, quotes void, and what is open as open. What
 * services say of themselves and their Tools is not taken over: this machine asks them itself.
 */
export function mergeBackup(parts: BackupParts, { madeAt, ...deps }: MergeDeps): Restored {
  const { db } = deps.storage;
  const from = madeAt === null ? 'a backup' : `a backup of ${utcDay(madeAt)}`;
  const merging: Merging = { ...deps, db, from, tables: parts.flatMap(({ tables }) => tables) };
  return deps.storage.transaction(() => {
    const merged = parts.map(({ merge }) => merge?.(merging) ?? {});
    const names = merged.find((each) => each.names !== undefined)?.names ?? NO_NAMES;
    renameRunsHere(db, parts, names.runsHere);
    for (const { finish } of merged) finish?.(names);
    deps.report('Writing it to the disk', 0, 1);
    return Object.assign({ ...NOTHING }, ...merged.map(({ restored }) => restored));
  });
}

/** Gives what speaks of runs that were here their new numbers. */
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
