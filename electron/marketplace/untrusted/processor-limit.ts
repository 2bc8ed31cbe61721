import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** A worker may be at work for this many times its limit by the clock, however little of it the processor was its own. */
const LONGEST_BY_THE_CLOCK = 20;
const SHORTEST_WAIT_MS = 20;

/**
 * Ends a worker that uses more than `limitMs` of processor time from now on; at twice that at the latest. A limit by the
 * clock would end one that hardly ran on a machine that is busy, or that slept. Returns how to lift the limit.
 */
export function limitProcessorTime(worker: Worker, limitMs: number): () => void {
  const lifted = new AbortController();
  const pass = (ms: number) => wait(ms, undefined, { ref: false, signal: lifted.signal });
  const end = () => {
    if (!lifted.signal.aborted) void worker.terminate();
  };
  const byProcessor = async (): Promise<void> => {
    // What ends sooner by the clock has not used its limit, and is not asked.
    await pass(limitMs);
    const before = await worker.cpuUsage();
    for (let left = limitMs; left > 0; ) {
      await pass(Math.max(left, SHORTEST_WAIT_MS));
      const { user, system } = await worker.cpuUsage(before);
      left = limitMs - (user + system) / 1_000;
    }
  };
  const ignore = () => {}; // lifted, or the worker has ended
  byProcessor().then(end, ignore);
  // In the middle of native code a worker does not tell its time; then the clock alone ends it.
  pass(limitMs * LONGEST_BY_THE_CLOCK).then(end, ignore);
  return () => lifted.abort();
}
