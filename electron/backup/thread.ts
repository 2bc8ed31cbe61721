import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ContractFailure } from '#shared/contract/failure.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { deserialiseError, type Thrown } from '../storage/reader-thread/messages.ts';
import type { Done, Job } from './jobs.ts';
import type { ReportProgress } from './part.ts';

export type Said =
  | { kind: 'progress'; words: string; done: number; of: number }
  | { kind: 'done'; value: unknown }
  | { kind: 'thrown'; thrown: Thrown };

export type Running<Result> = {
  /** Rejects with what was thrown there; once it settles, nothing of the job is left. */
  result: Promise<Result>;
  /** Asks the job to stop where it can; whether it did is what `result` says. */
  stop(): void;
};

/** From source the thread's file is the application's, which alone knows all parts; bundled, beside the program or one folder above its chunks. */
function threadFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('../app/backup-worker.ts', import.meta.url);
  const places = ['./backup-worker.js', '../backup-worker.js'].map(
    (place) => new URL(place, import.meta.url),
  );
  return places.find((place) => existsSync(place)) ?? new URL('./backup-worker.js', import.meta.url);
}

/**
 * Does one job in a thread of its own, so that the main process goes on.
 * @param report hears how far it is
 * @param died hears where a thread ended that had not come to its end
 */
export function runJob<Kind extends Job['kind']>(
  job: Extract<Job, { kind: Kind }>,
  report: ReportProgress,
  died: (words: string) => void,
  program: URL = threadFile(),
): Running<Done<Kind>> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(program, { workerData: { job, stop } });
  const { promise, resolve, reject } = Promise.withResolvers<Done<Kind>>();
  let said: Said | null = null;
  thread.on('message', (message: Said) => {
    if (message.kind === 'progress') report(message.words, message.done, message.of);
    else said = message;
  });
  // Its end follows, and is what counts.
  let why: unknown;
  thread.on('error', (error) => {
    why = error;
  });
  thread.on('exit', (code) => {
    if (said === null)
      died(
        `the thread of a backup (${job.kind}) ended: ${why === undefined ? `exit code ${code}` : stackFrames(why)}`,
      );
    if (said?.kind === 'done') resolve(said.value as Done<Kind>);
    else if (said?.kind === 'thrown') reject(deserialiseError(said.thrown));
    else
      reject(
        new ContractFailure({
          code: 'backup_failed',
          message: 'This needed more than this machine can give. Nothing was changed.',
        }),
      );
  });
  return { result: promise, stop: () => void Atomics.store(stop, 0, 1) };
}
