import { dirname } from 'node:path';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { RestoringDeps } from './restoring.ts';
import type { SavingDeps } from './saving.ts';
import { temporaryFiles } from './temporary-files.ts';

export type BackupDeps = Omit<SavingDeps, 'files'> & Omit<RestoringDeps, 'files'>;

/** Saves all data to one file, and restores such a file on this or another machine. Their code is loaded when it is used. */
export function createBackup(deps: BackupDeps): {
  handlers: Pick<ContractHandlers, 'backup' | 'restore'>;
  close(): Promise<void>;
} {
  const files = temporaryFiles(dirname(deps.file));
  files.tidy();
  const saving = loadedOnce(async () => (await import('./saving.ts')).createSaving({ ...deps, files }));
  const restoring = loadedOnce(async () =>
    (await import('./restoring.ts')).createRestoring({ ...deps, files }),
  );
  return {
    handlers: {
      backup: {
        begin: async (input) => (await saving()).handlers.begin(input),
        progress: async (input) => (await saving()).handlers.progress(input),
        piece: async (input) => (await saving()).handlers.piece(input),
        end: async (input) => (await saving()).handlers.end(input),
      },
      restore: {
        begin: async (input) => (await restoring()).handlers.begin(input),
        send: async (input) => (await restoring()).handlers.send(input),
        check: async (input) => (await restoring()).handlers.check(input),
        merge: async (input) => (await restoring()).handlers.merge(input),
        progress: async (input) => (await restoring()).handlers.progress(input),
        cancel: async (input) => (await restoring()).handlers.cancel(input),
      },
    },
    async close() {
      await Promise.all([saving.close(), restoring.close()]);
    },
  };
}

/** A part of the program that is loaded when it is first used, and closed only then. */
function loadedOnce<Part extends { close(): Promise<void> }>(load: () => Promise<Part>) {
  let loaded: Promise<Part> | undefined;
  const part = (): Promise<Part> => {
    loaded ??= load();
    return loaded;
  };
  return Object.assign(part, { close: async () => (await loaded)?.close() });
}
