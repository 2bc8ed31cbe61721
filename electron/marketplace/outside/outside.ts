import { forkProcess, type StartedProcess, type StartProcess } from '../../threads/started-process.ts';
import { workerFile } from '../../threads/worker-file.ts';
import type { JobInput, JobName, JobOutput } from './jobs.ts';
import type { JobAnswer, JobRequest } from './messages.ts';

/** The result of a job, or why it did not finish within its limits, as words after "because". */
export type JobResult<Value> = { ok: true; value: Value } | { ok: false; why: string };

export type Outside = {
  run<Name extends JobName>(name: Name, input: JobInput<Name>): Promise<JobResult<JobOutput<Name>>>;
  close(): Promise<void>;
};

export type OutsideOptions = {
  /** How a process is started; forked from this one if absent. */
  start?: StartProcess | undefined;
  /** The file of the process; found beside the bundle if absent. */
  program?: URL;
  /** Processor time per job in ms, instead of its own limit. */
  limitMs?: number;
  /** Receives the reason if the process ends by itself while it has nothing to do. */
  report?: (words: string) => void;
};

/** Of the heap: enough for the largest accepted document. */
const HEAP_MB = 768;
/** Of the whole process, with bytes that are not part of the heap. */
const MEMORY_MB = 1_280;

/** Processor time per job, in ms. A legal document of 20 MB takes two or three seconds. */
const LIMITS: Partial<Record<JobName, number>> = {
  openDocument: 20_000,
  bindings: 15_000,
  readAnswer: 20_000,
};
/** Building one request takes a millisecond. */
const LIMIT_MS = 3_000;
/**
 * The limit by the clock, as a multiple of that of the processor. It ends a process that cannot watch itself; a shorter one
 * would also end one that hardly runs, on a busy or sleeping machine.
 */
const CLOCK_FACTOR = 20;
const START_LIMIT_MS = 200_000;

const TOO_EXPENSIVE = {
  ok: false,
  why: 'it needs more time or memory than Milepost gives to what comes from outside',
} as const;

type Waiting = { name: JobName; input: unknown; resolve: (done: JobResult<unknown>) => void };

/**
 * A process that runs jobs in order. It starts with the first job, is ended by SIGKILL if a job exceeds its time or memory,
 * and restarts with the next: a job that ends it affects only itself.
 */
export function openOutside({
  start = forkProcess,
  program,
  limitMs,
  report = () => {},
}: OutsideOptions = {}): Outside {
  const queue: Waiting[] = [];
  let running: StartedProcess | null = null;
  let ready = false;
  let closed = false;
  let current: { id: number; waiting: Waiting } | null = null;
  let callOff = () => {};
  let lastId = 0;

  function endAfter(ms: number): void {
    callOff();
    const timer = setTimeout(() => running?.kill(), ms);
    timer.unref?.();
    callOff = () => clearTimeout(timer);
  }

  function begin(): void {
    ready = false;
    const file = program ?? workerFile('outside.js', new URL('./program.ts', import.meta.url));
    const started: StartedProcess = start(
      file,
      { args: [], memoryMb: HEAP_MB },
      {
        message: (message) => {
          if (running === started) hear(message as JobAnswer);
        },
        ended: (how) => {
          if (running === started) ended(how);
        },
      },
    );
    running = started;
    endAfter(START_LIMIT_MS);
  }

  function hear(answered: JobAnswer): void {
    if (answered.kind === 'ready') {
      ready = true;
      callOff();
    } else if (current?.id !== answered.id) return;
    else finish(answered.kind === 'done' ? { ok: true, value: answered.value } : TOO_EXPENSIVE);
    work();
  }

  function finish(done: JobResult<unknown>): void {
    if (current === null) return;
    const { waiting } = current;
    callOff();
    current = null;
    waiting.resolve(done);
  }

  function ended(how: number | string): void {
    running = null;
    callOff();
    if (current !== null) finish(TOO_EXPENSIVE);
    else {
      report(`the process for what comes from outside ended: ${how}`);
      if (!ready) queue.shift()?.resolve({ ok: false, why: 'what checks it could not be started' });
    }
    work();
  }

  function work(): void {
    if (closed) {
      for (const waiting of queue.splice(0)) waiting.resolve({ ok: false, why: 'Milepost is being closed' });
      return;
    }
    if (current !== null || queue.length === 0) return;
    if (running === null) begin();
    if (!ready || running === null) return;
    const waiting = queue.shift();
    if (waiting === undefined) return;
    lastId += 1;
    const { name, input } = waiting;
    current = { id: lastId, waiting };
    const processorMs = limitMs ?? LIMITS[name] ?? LIMIT_MS;
    endAfter(processorMs * CLOCK_FACTOR);
    running.send({
      id: lastId,
      name,
      input,
      limits: { processorMs, memoryMb: MEMORY_MB },
    } satisfies JobRequest);
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
      running?.kill();
      running = null;
      finish({ ok: false, why: 'Milepost is being closed' });
      work();
    },
  };
}
