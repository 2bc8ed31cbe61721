import { ContractFailure } from '#shared/contract/failure.ts';
import type { StartProcess } from '../threads/started-process.ts';
import { deserialiseError, type Thrown } from '../threads/thrown.ts';
import type { Done, Job } from './jobs.ts';
import type { ReportProgress } from './part.ts';

export type JobMessage =
  | { kind: 'ready' }
  | { kind: 'progress'; words: string; done: number; of: number }
  | { kind: 'done'; value: unknown }
  | { kind: 'thrown'; thrown: Thrown };

export type Running<Result> = {
  /** Rejects with the job's error; once it settles, the job has ended. */
  result: Promise<Result>;
  /** Ends the job at once, whatever it does. A merge is one transaction: it is done as a whole or not at all. */
  stop(): void;
};

/** How and from which file a job's process is started. */
export type JobProgram = { start: StartProcess; program: URL };

/** Of its heap. */
const MEMORY_MB = 1_024;

const CANCELLED = {
  code: 'cancelled',
  message: 'This was cancelled. Unless it was already finished, nothing was changed.',
};
const TOO_MUCH = {
  code: 'backup_failed',
  message: 'This needed more than this machine can give. Nothing was changed.',
};

/**
 * Runs one job in a process of its own: it reads a file that may come from anybody, and can be ended.
 * @param report receives the progress
 * @param died receives how a process ended that should not have
 */
export function runJob<Kind extends Job['kind']>(
  job: Extract<Job, { kind: Kind }>,
  report: ReportProgress,
  died: (words: string) => void,
  { start, program }: JobProgram,
): Running<Done<Kind>> {
  const { promise, resolve, reject } = Promise.withResolvers<Done<Kind>>();
  let settled: JobMessage | null = null;
  let isStopped = false;
  const started = start(
    program,
    { args: [], memoryMb: MEMORY_MB },
    {
      message: (received) => {
        const message = received as JobMessage;
        if (message.kind === 'ready') started.send(job);
        else if (message.kind === 'progress') report(message.words, message.done, message.of);
        else {
          settled = message;
          started.kill();
        }
      },
      ended: (how) => {
        if (settled?.kind === 'done') return resolve(settled.value as Done<Kind>);
        if (settled?.kind === 'thrown') return reject(deserialiseError(settled.thrown));
        if (isStopped) return reject(new ContractFailure(CANCELLED));
        died(`the process of a backup (${job.kind}) ended: ${how}`);
        reject(new ContractFailure(TOO_MUCH));
      },
    },
  );
  return {
    result: promise,
    stop: () => {
      isStopped = true;
      started.kill();
    },
  };
}
