import { randomUUID } from 'node:crypto';
import type { Failure } from '#shared/contract/failure.ts';
import { type BackupDeps, createBackup } from '../backup/backup.ts';
import { BUSY_TIMEOUT_MS, type Storage } from '../storage/open.ts';
import { forkProcess, type StartProcess } from '../threads/started-process.ts';
import { workerFile } from '../threads/worker-file.ts';

export type BackingUpDeps = Omit<BackupDeps, 'file' | 'jobs' | 'newId' | 'whileMerging'> & {
  storage: Storage;
  /** How processes are started; forked if absent. */
  start?: StartProcess | undefined;
};

const RESTORING: Failure = {
  code: 'restoring',
  message:
    'A backup is being put together with your data. What you asked for was not done: try again in a moment.',
};

/** Backups of the data file in use, and the refusal of writes while one is being merged. */
export function openBackingUp({ storage, start = forkProcess, ...deps }: BackingUpDeps) {
  let merging = false;
  const backup = createBackup({
    ...deps,
    file: storage.file,
    jobs: {
      start,
      program: workerFile('backup.js', new URL('./backup-program.ts', import.meta.url)),
    },
    newId: randomUUID,
    whileMerging: (begins) => {
      merging = begins;
      // The merging process locks the file. Other writes fail at once rather than block this thread for the busy timeout;
      // answers of the service are held in memory until they can be written.
      storage.db.pragma(`busy_timeout = ${begins ? 0 : BUSY_TIMEOUT_MS}`);
    },
  });
  return {
    ...backup,
    /** The failure of writes during a merge; otherwise null. */
    refusal: (): Failure | null => (merging ? RESTORING : null),
  };
}
