import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, test } from 'vitest';
import { limitProcessorTime } from './processor-limit.ts';

let worker: Worker;
afterEach(() => worker.terminate());

const working = async (program: string): Promise<Worker> => {
  worker = new Worker(`require('node:worker_threads').parentPort.postMessage('begun'); ${program}`, {
    eval: true,
  });
  await once(worker, 'message');
  return worker;
};
/** Ends after `ms` by the clock, and uses the processor all the time or not at all. */
const BUSY = 'for (;;) {}';
const standingStill = (ms: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms}); process.exit(7);`;

test('ends a worker that has used its processor time', async () => {
  limitProcessorTime(await working(BUSY), 100);
  expect(await once(worker, 'exit')).toEqual([1]);
});

test('lets a worker that hardly runs come to its end, however long the clock says it took', async () => {
  limitProcessorTime(await working(standingStill(1_500)), 150);
  expect(await once(worker, 'exit')).toEqual([7]);
});

test('ends a worker by the clock where it cannot be asked', async () => {
  limitProcessorTime(await working(standingStill(60_000)), 20);
  expect(await once(worker, 'exit')).toEqual([1]);
});

test('ends nothing once it is lifted', async () => {
  const lift = limitProcessorTime(
    await working('while (process.threadCpuUsage().user < 600_000); process.exit(7);'),
    50,
  );
  lift();
  expect(await once(worker, 'exit')).toEqual([7]);
});
