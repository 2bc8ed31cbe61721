import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { BackupContents, Restored } from '#shared/contract/program/backup.ts';
import { openStorage, type Storage } from '../storage/open.ts';
import { isStorageError } from '../storage/problem.ts';
import { type About, aboutOf } from './about.ts';
import { contentsOf } from './contents.ts';
import { mergeBackup } from './merge.ts';
import type { BackupParts, ReportProgress } from './part.ts';
import { makeSnapshot } from './snapshot.ts';
import { fileDemoUnder, openStaged } from './staged-file.ts';

/** What the thread beside the main process is asked to do; all of it may take long. */
export type Job =
  | { kind: 'make'; file: string; copy: string; about: About }
  | { kind: 'check'; file: string; staged: string; identity: string; demoIdentity: string }
  | { kind: 'merge'; file: string; staged: string; mayLower: boolean };

export type Done<Of extends Job['kind']> = {
  make: undefined;
  check: BackupContents;
  merge: Restored;
}[Of];

/** Pages of the data file held in memory while a backup is merged into it, in KiB. */
const CACHE_KIB = 65_536;

export function doJob(
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
        fileDemoUnder(staged, parts, job.demoIdentity);
      } finally {
        staged.close();
      }
      return withBoth(job.file, job.staged, ({ db }) =>
        contentsOf(parts, db, aboutOf(db, 'other').madeAt, job.identity),
      );
    }
    case 'merge':
      return withBoth(job.file, job.staged, (storage) => {
        const { madeAt, demoFiledUnder } = aboutOf(storage.db, 'other');
        const restored = mergeBackup(parts, {
          storage,
          now,
          report,
          madeAt,
          demoFiledUnder,
          mayLower: job.mayLower,
        });
        moveLog(storage.db);
        return restored;
      });
  }
}

/** What was written stands in the log by now: where the disk does not let it be moved, it can wait for a better moment. */
function moveLog(db: Storage['db']): void {
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

/** What the data file or its disk refused; all else that goes wrong is in the backup. */
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
