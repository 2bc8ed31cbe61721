import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** The wall-clock limit, as a multiple of the CPU limit. */
const WALL_CLOCK_FACTOR = 20;
const SHORTEST_WAIT_MS = 20;

/**
 * Terminates a worker, by `endNow`, that uses more than `limitMs` of CPU time from now on; at twice that at the latest. A
 * wall-clock limit would also end one that hardly ran on a busy or sleeping machine. Returns a function that removes
 * the limit.
 */
export function limitProcessorTime(
  worker: Worker,
  limitMs: number,
  endNow: () => Promise<unknown> = () => worker.terminate(),
): () => void {
  const lifted = new AbortController();
  const pass = (ms: number) => wait(ms, undefined, { ref: false, signal: lifted.signal });
  const end = () => {
    if (!lifted.signal.aborted) void endNow();
  };
  const watchCpuTime = async (): Promise<void> => {
    // Before that, it cannot have used its limit.
    await pass(limitMs);
    const before = await worker.cpuUsage();
    for (let left = limitMs; left > 0; ) {
      await pass(Math.max(left, SHORTEST_WAIT_MS));
      const { user, system } = await worker.cpuUsage(before);
      left = limitMs - (user + system) / 1_000;
    }
  };
  const ignore = () => {}; // lifted, or the worker has ended
  watchCpuTime().then(end, ignore);
  // In native code a worker cannot report its CPU time; then only the wall clock ends it.
  pass(limitMs * WALL_CLOCK_FACTOR).then(end, ignore);
  return () => lifted.abort();
}
