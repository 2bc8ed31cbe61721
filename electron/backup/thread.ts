import { Worker } from 'node:worker_threads';
import { ContractFailure } from '#shared/contract/failure.ts';
import { stackFrames } from '../log/stack-frames.ts';
import { deserialiseError, type Thrown } from '../threads/thrown.ts';
import type { Done, Job } from './jobs.ts';
import type { ReportProgress } from './part.ts';

export type ThreadMessage =
  | { kind: 'progress'; words: string; done: number; of: number }
  | { kind: 'done'; value: unknown }
  | { kind: 'thrown'; thrown: Thrown };

export type Running<Result> = {
  /** Rejects with the thread's error; once it settles, the job has ended. */
  result: Promise<Result>;
  /** Requests the job to stop; `result` shows whether it did. */
  stop(): void;
};

/**
 * Runs one job in a separate thread.
 * @param report receives the progress
 * @param died receives the stack of a thread that crashed
 * @param program the file of the thread, which runs its job with the parts of all features
 */
export function runJob<Kind extends Job['kind']>(
  job: Extract<Job, { kind: Kind }>,
  report: ReportProgress,
  died: (words: string) => void,
  program: URL,
): Running<Done<Kind>> {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const thread = new Worker(program, { workerData: { job, stop } });
  const { promise, resolve, reject } = Promise.withResolvers<Done<Kind>>();
  let received: ThreadMessage | null = null;
  thread.on('message', (message: ThreadMessage) => {
    if (message.kind === 'progress') report(message.words, message.done, message.of);
    else received = message;
  });
  // 'exit' follows and is handled.
  let why: unknown;
  thread.on('error', (error) => {
    why = error;
  });
  thread.on('exit', (code) => {
    if (received === null)
      died(
        `the thread of a backup (${job.kind}) ended: ${why === undefined ? `exit code ${code}` : stackFrames(why)}`,
      );
    if (received?.kind === 'done') resolve(received.value as Done<Kind>);
    else if (received?.kind === 'thrown') reject(deserialiseError(received.thrown));
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
