import { dirname } from 'node:path';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { createRestoring, type RestoringDeps } from './restoring.ts';
import { createSaving, type SavingDeps } from './saving.ts';
import { temporaryFiles } from './temporary-files.ts';

export type BackupDeps = Omit<SavingDeps, 'files'> & Omit<RestoringDeps, 'files'>;

/** Saves all data to one file, and restores such a file on this or another machine. */
export function createBackup(deps: BackupDeps): {
  handlers: Pick<ContractHandlers, 'backup' | 'restore'>;
  close(): Promise<void>;
} {
  const files = temporaryFiles(dirname(deps.file));
  files.tidy();
  const saving = createSaving({ ...deps, files });
  const restoring = createRestoring({ ...deps, files });
  return {
    handlers: { backup: saving.handlers, restore: restoring.handlers },
    async close() {
      await Promise.all([saving.close(), restoring.close()]);
    },
  };
}
