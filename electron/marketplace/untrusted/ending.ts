import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';

/** The second place in the memory that a worker shares with whoever ends it. */
const MAY_END = 1;
const FREE = 0;
const HELD = 1;
const ENDING = 2;

/** Memory for a worker: the operation that it is at, and whether it may be ended now. */
export const sharedWithWorker = (): Int32Array => new Int32Array(new SharedArrayBuffer(8));

/**
 * In the worker: does what a worker must not be ended in. Node ends the whole process, and not the worker alone, if a
 * worker is ended while it sets up a compression ("close before init", node_zlib.cc). A worker that is about to be ended
 * does not begin.
 */
export function withoutEnd<Value>(shared: Int32Array, work: () => Value): Value {
  if (Atomics.compareExchange(shared, MAY_END, FREE, HELD) === ENDING) Atomics.wait(shared, MAY_END, ENDING);
  try {
    return work();
  } finally {
    Atomics.store(shared, MAY_END, FREE);
  }
}

/** Ends a worker, once it does not do what it must not be ended in. Resolves when it has ended. */
export async function endWorker(worker: Worker, shared: Int32Array): Promise<void> {
  while (Atomics.compareExchange(shared, MAY_END, FREE, ENDING) === HELD) await wait(2);
  await worker.terminate();
}
