import { Worker } from 'node:worker_threads';
import { ContractFailure } from '#shared/contract/failure.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import { deserialiseError } from '../../threads/thrown.ts';
import type { Answered, End, ReadingRequest } from './messages.ts';
import { createReadingQueue, type Waiting } from './reading-queue.ts';

/** The same functions, which may return promises. */
export type MaybeAsync<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Result | Promise<Result>
    : never;
};

export type ReadingThread = {
  /**
   * The same functions, run by the thread; by `here` if no thread can be started.
   * @param short those that go first
   */
  instead<Functions extends object>(
    here: Functions,
    short: readonly (keyof Functions & string)[],
  ): MaybeAsync<Functions>;
  /** Starts the thread ahead of the first read. */
  begin(): void;
  close(): Promise<void>;
};

/** Many times the longest answer of the contract; a thread that exceeds it crashes and is restarted. */
const MAX_MEMORY_MB = 256;

/** How long a thread that is told to exit may finish its current read, in milliseconds. */
const LAST_READING_MS = 2_000;

/** A read is retried once after a crash; it changes nothing. */
const MAX_CRASHES = 2;

/** Lets a thread exit on its own: terminating it within the database's native code would crash the whole process. */
async function endThread(thread: Worker): Promise<void> {
  const exited = Promise.withResolvers<void>();
  thread.ref();
  thread.once('exit', () => exited.resolve());
  thread.postMessage('end' satisfies End);
  const late = setTimeout(() => void thread.terminate(), LAST_READING_MS);
  await exited.promise;
  clearTimeout(late);
}

const failure = (code: string, message: string) => new ContractFailure({ code, message });

/**
 * Reads the data file in a separate thread, so that a long read of a million records never blocks the main process. A
 * read sees everything committed before it began. A thread that crashes is restarted and its read repeated once.
 * @param program the file of the thread, which serves the reads
 */
export function openReadingThread(
  file: string,
  program: URL,
  report: (words: string) => void = () => {},
): ReadingThread {
  const goFirst = new Set<string>();
  const queue = createReadingQueue(
    (name) => !goFirst.has(name),
    (waiting) =>
      waiting.reject(
        failure('superseded', 'Too much was asked at once; this was left out for what came later.'),
      ),
  );
  let here: Record<string, (...input: readonly unknown[]) => unknown> = {};
  let thread: Worker | null = null;
  let begun = false;
  let ready = false;
  let cannotStart = false;
  let closed = false;
  let current: { id: number; waiting: Waiting } | null = null;
  let lastId = 0;

  function begin(): void {
    const started = new Worker(program, {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    thread = started;
    begun = true;
    ready = false;
    // The thread alone must not keep the process alive.
    started.unref();
    started.on('message', (answered: Answered) => handleAnswer(answered));
    // 'exit' follows and is handled.
    started.on('error', (error) => report(`the thread that reads ended: ${stackFrames(error)}`));
    started.on('exit', () => {
      if (thread === started) handleExit();
    });
  }

  function handleAnswer(answered: Answered): void {
    if (answered.kind === 'ready') ready = true;
    else if (current?.id === answered.id) {
      const { waiting } = current;
      current = null;
      if (answered.kind === 'answer') waiting.resolve(answered.value);
      else waiting.reject(deserialiseError(answered.thrown));
    }
    sendNext();
  }

  function handleExit(): void {
    thread = null;
    const { waiting } = current ?? {};
    current = null;
    if (closed) {
      waiting?.reject(closing());
      return;
    }
    // It failed before its first read: the machine cannot run it, or its file is missing.
    if (!ready) cannotStart = true;
    if (waiting !== undefined) {
      waiting.crashes += 1;
      if (waiting.crashes < MAX_CRASHES) queue.add(waiting);
      else
        waiting.reject(
          failure('reading_failed', 'This could not be read: it needed more than this machine can give.'),
        );
    }
    if (!cannotStart) begin();
    sendNext();
  }

  const closing = () => failure('closing', 'Milepost is being closed.');

  function sendNext(): void {
    while (cannotStart || closed) {
      const waiting = queue.next();
      if (waiting === undefined) return;
      if (closed) waiting.reject(closing());
      else readHere(waiting);
    }
    if (!ready || current !== null || thread === null) return;
    const waiting = queue.next();
    if (waiting === undefined) return;
    lastId += 1;
    current = { id: lastId, waiting };
    thread.postMessage({ id: lastId, name: waiting.name, input: waiting.input } satisfies ReadingRequest);
  }

  function readHere({ name, input, resolve, reject }: Waiting): void {
    try {
      resolve(here[name]?.(...input));
    } catch (error) {
      reject(error);
    }
  }

  const enqueue = (name: string, input: readonly unknown[]): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    queue.add({ name, input, crashes: 0, resolve, reject });
    beginOnce();
    sendNext();
    return promise;
  };

  function beginOnce(): void {
    if (!begun && !closed) begin();
  }

  return {
    begin: beginOnce,
    instead<Functions extends object>(functions: Functions, short: readonly (keyof Functions & string)[]) {
      here = { ...here, ...functions };
      for (const name of short) goFirst.add(name);
      return Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...input: unknown[]) => enqueue(name, input)]),
      ) as unknown as MaybeAsync<Functions>; // the same functions by the same names
    },
    async close() {
      closed = true;
      sendNext();
      if (thread !== null) await endThread(thread);
    },
  };
}
