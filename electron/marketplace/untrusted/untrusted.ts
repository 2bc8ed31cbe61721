import { Worker } from 'node:worker_threads';
import { stackFrames } from '../../log/stack-frames.ts';
import { workerFile } from '../../threads/worker-file.ts';
import { endWorker, sharedWithWorker } from './ending.ts';
import type { JobInput, JobName, JobOutput } from './jobs.ts';
import { type JobAnswer, type JobRequest, NO_OPERATION } from './messages.ts';
import { limitProcessorTime } from './processor-limit.ts';

/** The result of a job, or why it did not finish within its limits, as words after "because". */
export type JobResult<Value> =
  | { ok: true; value: Value }
  | {
      ok: false;
      why: string;
      /** The position of the operation that it failed at, if it was at one. */
      at?: number;
    };

export type Untrusted = {
  run<Name extends JobName>(name: Name, input: JobInput<Name>): Promise<JobResult<JobOutput<Name>>>;
  close(): Promise<void>;
};

export type UntrustedOptions = {
  /** The worker's file; found beside the bundle if absent. */
  program?: URL;
  /** CPU time per job in ms, instead of its own limit. */
  limitMs?: number;
  /** Receives the reason if the worker dies unexpectedly. */
  report?: (words: string) => void;
};

/** Enough for the largest accepted document; a schema that needs more is rejected. */
const MAX_MEMORY_MB = 768;

/** CPU time per job, in ms. A legal document of 20 MB takes two or three seconds. */
const LIMITS: Partial<Record<JobName, number>> = { openDocument: 20_000, bindings: 15_000 };
/** Building one request takes a millisecond. */
const LIMIT_MS = 3_000;
const START_LIMIT_MS = 10_000;

const TOO_EXPENSIVE = 'it needs more time or memory than Milepost gives to what comes from outside';

type Waiting = { name: JobName; input: unknown; resolve: (done: JobResult<unknown>) => void };

const workerProgram = (): URL => workerFile('untrusted-worker.js', new URL('./worker.ts', import.meta.url));

/**
 * A worker that runs jobs in order. It starts with the first job, is ended if a job exceeds its time or memory, and
 * restarts with the next: a job that ends it affects only itself.
 */
export function openUntrusted({ program, limitMs, report = () => {} }: UntrustedOptions = {}): Untrusted {
  const queue: Waiting[] = [];
  let worker: Worker | null = null;
  let atWork: Int32Array = new Int32Array([NO_OPERATION]);
  let ready = false;
  let closed = false;
  let current: { id: number; waiting: Waiting; stopLimit: () => void } | null = null;
  let stopStartLimit = () => {};
  let lastId = 0;

  function begin(): void {
    atWork = sharedWithWorker();
    const shared = atWork;
    const started = new Worker(program ?? workerProgram(), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, stackSizeMb: 4 },
      // It needs no environment, and foreign content runs close to it.
      env: {},
      workerData: atWork,
    });
    worker = started;
    ready = false;
    started.unref();
    stopStartLimit = limitProcessorTime(started, START_LIMIT_MS, () => endWorker(started, shared));
    started.on('message', (answered: JobAnswer) => {
      if (worker === started) hear(answered);
    });
    // Its exit follows, and is handled there.
    started.on('error', (error) =>
      report(`the worker for what comes from outside ended: ${stackFrames(error)}`),
    );
    started.on('exit', () => {
      if (worker === started) ended();
    });
  }

  function hear(answered: JobAnswer): void {
    if (answered.kind === 'ready') {
      ready = true;
      stopStartLimit();
    } else if (current?.id === answered.id)
      finish(answered.kind === 'done' ? { ok: true, value: answered.value } : tooExpensive());
    work();
  }

  function tooExpensive(): JobResult<never> {
    const [at = NO_OPERATION] = atWork;
    return { ok: false, why: TOO_EXPENSIVE, ...(at !== NO_OPERATION && { at }) };
  }

  function finish(done: JobResult<unknown>): void {
    if (current === null) return;
    const { waiting, stopLimit } = current;
    stopLimit();
    current = null;
    waiting.resolve(done);
  }

  function ended(): void {
    worker = null;
    stopStartLimit();
    if (current !== null) finish(tooExpensive());
    else if (!ready) queue.shift()?.resolve({ ok: false, why: 'what checks it could not be started' });
    work();
  }

  function work(): void {
    if (closed) {
      for (const waiting of queue.splice(0)) waiting.resolve({ ok: false, why: 'Milepost is being closed' });
      return;
    }
    if (current !== null || queue.length === 0) return;
    if (worker === null) begin();
    if (!ready || worker === null) return;
    const waiting = queue.shift();
    if (waiting === undefined) return;
    lastId += 1;
    const id = lastId;
    const [running, shared] = [worker, atWork];
    current = {
      id,
      waiting,
      stopLimit: limitProcessorTime(running, limitMs ?? LIMITS[waiting.name] ?? LIMIT_MS, () =>
        endWorker(running, shared),
      ),
    };
    running.postMessage({ id, name: waiting.name, input: waiting.input } satisfies JobRequest);
  }

  return {
    run: <Name extends JobName>(name: Name, input: JobInput<Name>) => {
      const { promise, resolve } = Promise.withResolvers<JobResult<JobOutput<Name>>>();
      queue.push({ name, input, resolve: resolve as (done: JobResult<unknown>) => void });
      work();
      return promise;
    },
    async close() {
      closed = true;
      const running = worker;
      worker = null;
      finish({ ok: false, why: 'Milepost is being closed' });
      work();
      if (running !== null) await endWorker(running, atWork);
    },
  };
}
