import { ContractFailure, fail } from '#shared/contract/failure.ts';
import { type BackupContents, backupContentsSchema, type Restored } from '#shared/contract/program/backup.ts';
import type { DatabaseConnection } from '../storage/open.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { isStorageError } from '../storage/problem.ts';
import { type About, readAbout } from './about.ts';
import { mergeBackup } from './merge.ts';
import type { BackupParts, ReportProgress } from './part.ts';
import { makeSnapshot } from './snapshot.ts';
import { openStaged, refileDemoData } from './staged-file.ts';

/**
 * Counts the contents of an attached backup (`other`), and those not yet in the data file.
 * @param identity the marketplace in use
 */
const contentsOf = (
  parts: BackupParts,
  db: DatabaseConnection,
  madeAt: number | null,
  identity: string,
): BackupContents =>
  backupContentsSchema.parse(
    Object.assign({ madeAt }, ...parts.map(({ contents }) => contents?.(db, identity))),
  );

/** A long-running job of the backup thread. */
export type Job =
  | { kind: 'make'; file: string; copy: string; about: About }
  | { kind: 'check'; file: string; staged: string; identity: string; demoIdentity: string }
  | { kind: 'merge'; file: string; staged: string; mayLower: number };

export type Done<Of extends Job['kind']> = {
  make: undefined;
  check: BackupContents;
  merge: Restored;
}[Of];

/** Page cache during a merge, in KiB. */
const CACHE_KIB = 65_536;

export function runBackupJob(
  parts: BackupParts,
  job: Job,
  report: ReportProgress,
  now: () => number,
): Done<Job['kind']> {
  switch (job.kind) {
    case 'make':
      makeSnapshot(job.file, job.copy, job.about);
      return undefined;
    case 'check': {
      const staged = openStaged(job.staged, parts, report);
      try {
        refileDemoData(staged, parts, job.demoIdentity);
      } finally {
        staged.close();
      }
      return withBoth(job.file, job.staged, ({ db }) =>
        contentsOf(parts, db, readAbout(db, 'other').madeAt, job.identity),
      );
    }
    case 'merge':
      return withBoth(job.file, job.staged, (storage) => {
        const { madeAt, demoFiledUnder } = readAbout(storage.db, 'other');
        const restored = mergeBackup(parts, {
          storage,
          now,
          report,
          madeAt,
          demoFiledUnder,
          mayLower: job.mayLower,
        });
        checkpointLog(storage.db);
        return restored;
      });
  }
}

/** Checkpoints the write-ahead log. A failure is ignored: the data are durable in the log. */
function checkpointLog(db: Storage['db']): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch (error) {
    if (!isStorageError(error)) throw error;
  }
}

/** The data file with the backup attached as `other`. */
function withBoth<Result>(file: string, staged: string, work: (storage: Storage) => Result): Result {
  const opened = openStorage(file);
  if (!opened.ok) fail(`storage_${opened.problem.code}`, `${opened.problem.words} Nothing was changed.`);
  const { storage } = opened;
  try {
    storage.db.pragma(`cache_size = -${CACHE_KIB}`);
    storage.db.prepare('ATTACH DATABASE ? AS other').run(staged);
    return work(storage);
  } catch (error) {
    throw error instanceof ContractFailure || isOfOurFile(error) ? error : unreadable();
  } finally {
    storage.close();
  }
}

/** Whether an error concerns the data file or its disk, and not the backup. */
const isOfOurFile = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/u.test(String(error.code));

const unreadable = () =>
  new ContractFailure({
    code: 'damaged_backup',
    message:
      'This backup is damaged: something in it cannot be read, or contradicts itself. Nothing was changed. Use another copy of it.',
  });
