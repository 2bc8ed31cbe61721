import { Worker } from 'node:worker_threads';
import { workerFile } from '../threads/worker-file.ts';
import { ENDS, type HangWatch, TURNS } from './hang-watch-data.ts';
import type { ProgramLog } from './program-log.ts';

/** How long the main process may work without a turn of its event loop, in milliseconds. */
export const TIME_BUDGET_MS = 50;

const EVERY_MS = 20;
/** One line in this time at most, with the longest stretch in it; milliseconds. */
const REPORT_EVERY_MS = 60_000;

let latest = 'the start';

/** Read by the thread that watches this one: see `HangWatch`. */
const counts = new Int32Array(new SharedArrayBuffer(8));
const LONGEST_SAID = 200;
const said = new Uint8Array(new SharedArrayBuffer(LONGEST_SAID + 1));
const encoder = new TextEncoder();

/** Says what the main process begins to do, in words without anything foreign: what held it is named by it. */
export const begins = (what: string): void => {
  latest = what;
  const { written } = encoder.encodeInto(what, said.subarray(0, LONGEST_SAID));
  said[written] = 0;
};

/** From now on this process ends within 5 s, even if its main thread hangs; until the returned function withdraws it. */
export function endsSoon(): () => void {
  Atomics.store(counts, ENDS, 1);
  return () => void Atomics.store(counts, ENDS, 0);
}

/** How long the start is left alone before the watching thread is made, in milliseconds. */
const AFTER_START_MS = 2_000;

/** Ends this process from a thread of its own if the main thread hangs. */
function watchForHang(file: string): () => void {
  begins(latest);
  let watch: Worker | undefined;
  const timer = setTimeout(() => {
    const data: HangWatch = { shared: counts.buffer, said: said.buffer, file };
    watch = new Worker(workerFile('hang-watch.js', new URL('./hang-watch.ts', import.meta.url)), {
      workerData: data,
      execArgv: [],
    });
    watch.on('error', () => undefined).unref();
  }, AFTER_START_MS);
  timer.unref();
  return () => {
    clearTimeout(timer);
    void watch?.terminate();
  };
}

/** Processor time of this thread since then, in ms: whatever else a busy or sleeping machine does is not in it. */
function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Writes to the log what held the main process longer than its time budget, and how long. The stretch that is measured is
 * the one between two turns of a timer, so it may hold several things: the last that began is named.
 * @param file of the log: if it is given, a thread ends the program where its main thread hangs
 * @returns a function that ends it
 */
export function watchTimeBudget({ write, file }: Pick<ProgramLog, 'write'> & { file?: string }): () => void {
  const stopWatching = file === undefined ? () => undefined : watchForHang(file);
  let before = process.threadCpuUsage();
  let worst = { ms: 0, what: '' };
  let count = 0;
  let reportedAt = -REPORT_EVERY_MS;
  const timer = setInterval(() => {
    Atomics.add(counts, TURNS, 1);
    const ms = workedSince(before);
    before = process.threadCpuUsage();
    if (ms > TIME_BUDGET_MS) {
      count += 1;
      if (ms > worst.ms) worst = { ms, what: latest };
    }
    if (count === 0 || performance.now() - reportedAt < REPORT_EVERY_MS) return;
    write(
      'info',
      `the main process was held ${count} times; longest for ${Math.round(worst.ms)} ms, by ${worst.what}`,
    );
    reportedAt = performance.now();
    worst = { ms: 0, what: '' };
    count = 0;
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopWatching();
  };
}
