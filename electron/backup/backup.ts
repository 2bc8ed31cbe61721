import { dirname } from 'node:path';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { passingFiles } from './passing-files.ts';
import { createRestoring, type RestoringDeps } from './restoring.ts';
import { createSaving, type SavingDeps } from './saving.ts';

export type BackupDeps = Omit<SavingDeps, 'files'> & Omit<RestoringDeps, 'files'>;

/** A full copy of the data in one file, and its way back into the data of this or another machine. */
export function createBackup(deps: BackupDeps): {
  handlers: Pick<ContractHandlers, 'backup' | 'restore'>;
  close(): Promise<void>;
} {
  const files = passingFiles(dirname(deps.file));
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
