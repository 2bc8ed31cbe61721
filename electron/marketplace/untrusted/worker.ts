/** The worker for foreign structure. It has no key, files or connections, and may be ended at any moment. */
import { parentPort } from 'node:worker_threads';
import { atWork, JOBS } from './jobs.ts';
import { type JobAnswer, type JobRequest, NO_OPERATION } from './messages.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the start of a worker thread.');
const send = (answered: JobAnswer) => port.postMessage(answered);

port.on('message', ({ id, name, input }: JobRequest) => {
  atWork[0] = NO_OPERATION;
  try {
    const job = JOBS[name] as (given: unknown) => unknown; // asked for by name, with the types checked where it is asked
    send({ kind: 'done', id, value: job(input) });
  } catch {
    // The error may quote foreign content: only the failure is reported.
    send({ kind: 'failed', id });
  }
});
send({ kind: 'ready' });
