import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { endWorker, sharedWithWorker } from './ending.ts';

/** A worker that runs `program` with `withoutEnd`, the memory it shares as `shared`, and `noted`, a number that is seen here. */
async function working(program: string) {
  const shared = sharedWithWorker();
  const noted = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(
    `const { parentPort, workerData: { shared, noted, file } } = require('node:worker_threads');
    import(file).then(({ withoutEnd }) => { ${program} });`,
    { eval: true, workerData: { shared, noted, file: new URL('./ending.ts', import.meta.url).href } },
  );
  await once(worker, 'message');
  return { worker, shared, noted };
}
const BUSY_MS = 300;
const BUSY = `for (const at = Date.now(); Date.now() - at < ${BUSY_MS};);`;

test('a worker is not ended in what it must not be ended in', async () => {
  const { worker, shared, noted } = await working(
    `withoutEnd(shared, () => { parentPort.postMessage(0); ${BUSY} noted[0] = 1; }); for (;;);`,
  );
  await endWorker(worker, shared);
  expect(noted[0]).toBe(1);
});

test('a worker that is about to be ended does not begin it', async () => {
  const { worker, shared, noted } = await working(
    `parentPort.postMessage(0); ${BUSY}
     Atomics.store(noted, 0, 1); Atomics.notify(noted, 0);
     withoutEnd(shared, () => { noted[0] = 2; });`,
  );
  const terminate = worker.terminate.bind(worker);
  // As if the end arrived when the worker is there.
  worker.terminate = async () => {
    await Atomics.waitAsync(noted, 0, 0).value;
    return terminate();
  };
  await endWorker(worker, shared);
  expect(noted[0]).toBe(1);
});

test('a worker that does nothing of it is ended at once, and may be ended twice', async () => {
  const { worker, shared } = await working('parentPort.postMessage(0); for (;;);');
  await Promise.all([endWorker(worker, shared), endWorker(worker, shared)]);
  expect(worker.threadId).toBe(-1);
});
