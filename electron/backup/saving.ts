import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { READ_PIECE } from '#shared/contract/program/backup.ts';
import { utcDay } from '#shared/dates.ts';
import { type JobProgram, type Running, runJob } from './job-process.ts';
import type { TemporaryFiles } from './temporary-files.ts';

export type SavingDeps = {
  /** The data file. */
  file: string;
  /** What runs jobs. */
  jobs: JobProgram;
  files: TemporaryFiles;
  newId: () => string;
  /** UTC ms. */
  clock: () => number;
  version: string;
  demoIdentity: () => string;
  /** Logs a failure. */
  report: (words: string) => void;
};

type Saving = {
  place: string;
  copy: string;
  /** Bytes of the data file at the start, about the size of the copy. */
  expected: number;
  fileName: string;
  running: Running<undefined> | null;
  failure: unknown;
};

/** Free space required beyond the size of the data file. */
const SPACE_TO_SPARE = 16 * 1024 * 1024;

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
};

/** Makes backups and returns them in pieces. One at a time, so that a page that disappears leaves at most one behind. */
export function createSaving(deps: SavingDeps): {
  handlers: ContractHandlers['backup'];
  close(): Promise<void>;
} {
  const saved = new Map<string, Saving>();
  /** A new one waits until the process of the last one has ended, however many a page begins. */
  let begun: Promise<unknown> = Promise.resolve();

  async function end(backupId: string): Promise<void> {
    const saving = saved.get(backupId);
    saved.delete(backupId);
    if (saving === undefined) return;
    saving.running?.stop();
    await saving.running?.result.catch(() => {});
    deps.files.remove(saving.place);
  }
  const must = (backupId: string): Saving =>
    saved.get(backupId) ?? fail('not_found', 'This backup was cancelled, or Milepost was started anew.');

  async function begin(): Promise<{ backupId: string }> {
    await Promise.all([...saved.keys()].map(end));
    const expected = sizeOf(deps.file) + sizeOf(`${deps.file}-wal`);
    if (deps.files.freeBytes() < expected + SPACE_TO_SPARE)
      fail(
        'disk_full',
        'There is not enough space on the disk to make a copy of your data first. Free some space and try again.',
      );
    const backupId = deps.newId();
    const place = deps.files.make(backupId);
    const copy = join(place, 'backup.sqlite');
    const madeAt = deps.clock();
    const about = { madeAt, version: deps.version, demoIdentity: deps.demoIdentity() };
    const running = runJob({ kind: 'make', file: deps.file, copy, about }, () => {}, deps.report, deps.jobs);
    const fileName = `milepost-backup-${utcDay(madeAt)}.milepost`;
    const saving: Saving = { place, copy, expected, fileName, running, failure: null };
    saved.set(backupId, saving);
    running.result.then(
      () => {
        saving.running = null;
      },
      (error: unknown) => {
        saving.running = null;
        saving.failure = error;
        deps.files.remove(place);
      },
    );
    return { backupId };
  }

  return {
    handlers: {
      begin() {
        const next = begun.then(begin);
        begun = next.catch(() => undefined);
        return next;
      },
      progress({ backupId }) {
        const { copy, expected, fileName, running, failure } = must(backupId);
        if (failure !== null) {
          saved.delete(backupId);
          throw failure;
        }
        const done = sizeOf(copy);
        return running === null
          ? { state: 'ready', done, of: done, fileName }
          : { state: 'making', done: Math.min(done, expected), of: expected, fileName };
      },
      piece({ backupId, offset }) {
        const { copy, running, failure } = must(backupId);
        if (failure !== null) throw failure;
        if (running !== null) fail('not_ready', 'The backup is still being made.');
        const bytes = Buffer.alloc(READ_PIECE);
        const fd = openSync(copy, 'r');
        try {
          const read = readSync(fd, bytes, 0, READ_PIECE, offset);
          const next = offset + read;
          return { data: bytes.toString('base64', 0, read), next, done: next >= sizeOf(copy) };
        } finally {
          closeSync(fd);
        }
      },
      end({ backupId }) {
        // The copy is deleted once its process has ended.
        void end(backupId);
        return undefined;
      },
    },
    async close() {
      await begun;
      await Promise.all([...saved.keys()].map(end));
    },
  };
}
