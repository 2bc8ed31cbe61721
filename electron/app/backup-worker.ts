/** Worker thread that makes, checks or merges one backup, then ends. */
import { parentPort, workerData } from 'node:worker_threads';
import { fail } from '#shared/contract/failure.ts';
import { type Job, runBackupJob } from '../backup/jobs.ts';
import type { ThreadMessage } from '../backup/thread.ts';
import { serialiseError } from '../threads/thrown.ts';
import { backupParts } from './backup-parts.ts';

const { job, stop } = workerData as { job: Job; stop: Int32Array };
const port = parentPort;
if (port === null) throw new Error('This file is the start of a worker thread.');
const send = (message: ThreadMessage) => port.postMessage(message);

try {
  const value = runBackupJob(
    backupParts,
    job,
    (words, done, of) => {
      if (Atomics.load(stop, 0) !== 0) fail('cancelled', 'This was cancelled. Nothing was changed.');
      send({ kind: 'progress', words, done, of });
    },
    Date.now,
  );
  send({ kind: 'done', value });
} catch (error) {
  send({ kind: 'thrown', thrown: serialiseError(error) });
}
