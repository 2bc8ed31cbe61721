/** The process for foreign structure. It has no key, files or connections, and may be ended at any moment. */
import { Worker } from 'node:worker_threads';
import { parentProcess } from '../../threads/parent-process.ts';
import { workerFile } from '../../threads/worker-file.ts';
import { answerTo } from './answer-to.ts';
import type { JobAnswer, JobRequest } from './messages.ts';

const parent = parentProcess();
const send = (answered: JobAnswer) => parent.send(answered);
const watch = new Worker(workerFile('outside-watch.js', new URL('./watch.ts', import.meta.url)), {
  workerData: process.ppid,
});

parent.receive((message) => {
  const request = message as JobRequest;
  watch.postMessage(request.limits);
  send(answerTo(request));
  watch.postMessage(null);
});
watch.once('message', () => send({ kind: 'ready' }));
