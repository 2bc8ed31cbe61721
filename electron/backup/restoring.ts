import { join } from 'node:path';
import { ContractFailure, fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import type { BackupContents, RESTORE_PHASES, Restored } from '#shared/contract/program/backup.ts';
import { type JobProgram, type Running, runJob } from './job-process.ts';
import { type Received, receivedFile, type TemporaryFiles } from './temporary-files.ts';

export type RestoringDeps = {
  /** The data file. */
  file: string;
  /** What runs jobs. */
  jobs: JobProgram;
  files: TemporaryFiles;
  newId: () => string;
  /** The marketplace in use, and the embedded one's. */
  identity: () => string;
  demoIdentity: () => string;
  /** What a lock on the data file would interrupt, as a message; null if nothing. */
  underWay: () => string | null;
  /** Called before and after a merge, during which nothing else can write to the data file. */
  whileMerging: (merging: boolean) => void;
  /** Asks the user outside the page; fails if that is not possible. */
  confirm: (question: { title: string; words: string; detail: string }) => Promise<boolean>;
  /** Logs a failure. */
  report: (words: string) => void;
  /** Called after a merge, when any data may have changed. */
  merged: () => void;
  /** Writes a received piece; defaults to the file system's write. */
  write?: (fd: number, bytes: Uint8Array, offset: number) => number;
};

type Restoring = {
  restoreId: string;
  place: string;
  staged: string;
  bytes: number;
  file: Received;
  phase: (typeof RESTORE_PHASES)[number];
  words: string;
  done: number;
  of: number;
  contents: BackupContents | null;
  restored: Restored | null;
  running: Running<unknown> | null;
};

/** Migrating and merging needs additional space about the size of the file. */
const SPACE_FACTOR = 2.5;

const noSpace = (): never =>
  fail(
    'disk_full',
    'There is not enough space on the disk to take in this backup. Nothing was changed. Free some space and try again.',
  );

/** Receives a backup, validates it, and merges it into the data file on request. One at a time. */
export function createRestoring(deps: RestoringDeps): {
  handlers: ContractHandlers['restore'];
  close(): Promise<void>;
} {
  let current: Restoring | null = null;

  const must = (restoreId: string): Restoring =>
    current?.restoreId === restoreId
      ? current
      : fail('not_found', 'This was cancelled, or Milepost was started anew. Nothing was changed.');

  /**
   * Asks the user, since a compromised page could use a forged file to free up spending limits. Returns for how many
   * purchases it was allowed: more may have been bought by the time of the merge.
   */
  async function mayLowerSpending(purchases: number): Promise<number> {
    if (purchases === 0) return 0;
    try {
      const confirmed = await deps.confirm({
        title: 'Accept what a backup says was spent?',
        words: `Of ${purchases} ${purchases === 1 ? 'purchase' : 'purchases'} the backup says that less was charged than counts as spent here.`,
        detail:
          'If you made this backup, yes. Otherwise they count as they do until the service says how they stand.',
      });
      return confirmed ? purchases : 0;
    } catch (error) {
      if (error instanceof ContractFailure) return 0;
      throw error;
    }
  }

  function refuseWhileUnderWay(): void {
    const words = deps.underWay();
    if (words !== null)
      fail(
        'under_way',
        `${words} Wait until that is done, or stop it, then merge the backup. Nothing was changed.`,
      );
  }

  async function discard(restoring: Restoring): Promise<void> {
    restoring.running?.stop();
    await restoring.running?.result.catch(() => {});
    restoring.file.close();
    deps.files.remove(restoring.place);
    if (current === restoring) current = null;
  }

  /** Runs one job of the restore; a second one meanwhile is refused. */
  async function working<Result>(
    restoring: Restoring,
    phase: Restoring['phase'],
    start: (report: (words: string, done: number, of: number) => void) => Running<Result>,
  ): Promise<Result> {
    if (restoring.running !== null)
      fail('busy', 'This backup is being checked already. Wait until that is done.');
    const before = restoring.phase;
    restoring.phase = phase;
    const running = start((words, done, of) => Object.assign(restoring, { words, done, of }));
    restoring.running = running;
    try {
      return await running.result;
    } catch (error) {
      restoring.phase = before;
      throw error;
    } finally {
      restoring.running = null;
    }
  }

  return {
    handlers: {
      async begin({ bytes }) {
        if (current?.phase === 'merging')
          fail('busy', 'Another backup is being merged. Wait until that is done.');
        // Another one may have begun meanwhile.
        while (current !== null) await discard(current);
        if (deps.files.freeBytes() < bytes * SPACE_FACTOR) noSpace();
        const restoreId = deps.newId();
        const place = deps.files.make(restoreId);
        const staged = join(place, 'restored.sqlite');
        current = {
          restoreId,
          place,
          staged,
          bytes,
          file: receivedFile(staged, deps.write),
          phase: 'receiving',
          words: 'Reading the file',
          done: 0,
          of: bytes,
          contents: null,
          restored: null,
          running: null,
        };
        return { restoreId };
      },

      async send({ restoreId, offset, data }) {
        const restoring = must(restoreId);
        const bytes = Buffer.from(data, 'base64');
        if (restoring.phase !== 'receiving' || offset !== restoring.file.received())
          fail('out_of_order', 'The file did not come in order. Choose it again; nothing was changed.');
        if (offset + bytes.length > restoring.bytes)
          fail('out_of_order', 'The file is longer than it was. Choose it again; nothing was changed.');
        try {
          restoring.file.write(offset, bytes);
        } catch (error) {
          await discard(restoring);
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') noSpace();
          fail(
            'not_written',
            'The data folder could not take in the file. Nothing was changed. Check that it can be written to.',
          );
        }
        restoring.done = restoring.file.received();
        return { received: restoring.done };
      },

      async check({ restoreId }) {
        const restoring = must(restoreId);
        if (restoring.phase !== 'receiving') fail('busy', 'This backup was checked already.');
        if (restoring.file.received() !== restoring.bytes)
          fail('incomplete', 'Not all of the file has come. Nothing was changed. Choose it again.');
        restoring.file.close();
        try {
          const contents = await working(restoring, 'checking', (report) =>
            runJob(
              {
                kind: 'check',
                file: deps.file,
                staged: restoring.staged,
                identity: deps.identity(),
                demoIdentity: deps.demoIdentity(),
              },
              report,
              deps.report,
              deps.jobs,
            ),
          );
          restoring.contents = contents;
          restoring.phase = 'checked';
          return contents;
        } catch (error) {
          await discard(restoring);
          throw error;
        }
      },

      async merge({ restoreId }) {
        const restoring = must(restoreId);
        if (restoring.phase !== 'checked')
          fail('busy', 'This backup is not ready to be merged, or was merged already.');
        refuseWhileUnderWay();
        const mayLower = await mayLowerSpending(restoring.contents?.lowered ?? 0);
        must(restoreId);
        if (restoring.phase !== 'checked' || restoring.running !== null)
          fail('busy', 'This backup is being merged already.');
        refuseWhileUnderWay();
        deps.whileMerging(true);
        try {
          restoring.restored = await working(restoring, 'merging', (report) =>
            runJob(
              { kind: 'merge', file: deps.file, staged: restoring.staged, mayLower },
              report,
              deps.report,
              deps.jobs,
            ),
          );
          restoring.phase = 'done';
        } catch (error) {
          if (error instanceof ContractFailure && error.failure.code === 'cancelled') {
            await discard(restoring);
            // It may have been finished as it was ended.
            deps.merged();
          }
          throw error;
        } finally {
          deps.whileMerging(false);
        }
        deps.files.remove(restoring.place);
        deps.merged();
        return restoring.restored;
      },

      progress() {
        if (current === null) return null;
        const { restoreId, phase, words, done, of, contents, restored } = current;
        return { restoreId, phase, words, done, of, contents, restored };
      },

      async cancel({ restoreId }) {
        if (current?.restoreId === restoreId) await discard(current);
        return undefined;
      },
    },
    async close() {
      if (current !== null) await discard(current);
    },
  };
}
