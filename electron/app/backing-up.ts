import { randomUUID } from 'node:crypto';
import type { Failure } from '#shared/contract/failure.ts';
import { type BackupDeps, createBackup } from '../backup/backup.ts';
import { BUSY_TIMEOUT_MS, type Storage } from '../storage/open.ts';

export type BackingUpDeps = Omit<BackupDeps, 'file' | 'newId' | 'whileMerging'> & { storage: Storage };

const RESTORING: Failure = {
  code: 'restoring',
  message:
    'A backup is being put together with your data. What you asked for was not done: try again in a moment.',
};

/** Backups of the data file in use, and what is answered while one is being merged into it. */
export function openBackingUp({ storage, ...deps }: BackingUpDeps) {
  let merging = false;
  const backup = createBackup({
    ...deps,
    file: storage.file,
    newId: randomUUID,
    whileMerging: (begins) => {
      merging = begins;
      // The thread that merges holds the file. Whoever wants to write meanwhile is refused at once, not after a wait
      // in which nothing else would be answered; what the service says is held until it can be written.
      storage.db.pragma(`busy_timeout = ${begins ? 0 : BUSY_TIMEOUT_MS}`);
    },
  });
  return {
    ...backup,
    /** What a write is answered while a merge holds the file; null at all other times. */
    refusal: (): Failure | null => (merging ? RESTORING : null),
  };
}
