/**
 * The thread that watches the process for what comes from outside: it ends the whole process if a job takes more processor
 * time or memory than it may, or if the program that wants its result is no longer there. The job itself cannot be asked:
 * it may never return.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { JobLimits } from './messages.ts';

const EVERY_MS = 20;
const MB = 1024 * 1024;
/** The process that started this one: another one takes its place when it ends. */
const parent = workerData as number;

const port = parentPort;
if (port === null) throw new Error('This file is the start of a worker thread.');

let watching: NodeJS.Timeout | undefined;
port.on('message', (limits: JobLimits | null) => {
  clearInterval(watching);
  if (limits === null) return;
  const before = process.cpuUsage();
  watching = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isTooMuch =
      (user + system) / 1_000 > limits.processorMs || process.memoryUsage.rss() > limits.memoryMb * MB;
    if (isTooMuch || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, EVERY_MS);
});
port.postMessage('watching');
