import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ContractFailure } from '#shared/contract/failure.ts';
import { stackFrames } from '../../log/stack-frames.ts';
import { type Answered, type End, errorOf, type ReadingRequest } from './messages.ts';
import { createReadingQueue, type Waiting } from './reading-queue.ts';

/** The same functions called where they may have to be waited for. */
export type Elsewhere<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (...input: infer Input) => infer Result
    ? (...input: Input) => Result | Promise<Result>
    : never;
};

/** Of each function, whether what is asked of it is done in a moment. */
export type ReadLengths<Functions> = { readonly [Name in keyof Functions]: 'short' | 'long' };

export type ReadingThread = {
  /**
   * The same functions, done by a thread of their own; by `here` where no thread can be started.
   * @param lengths which of them read over a whole scope, so that short ones go first
   */
  instead<Functions extends object>(here: Functions, lengths: ReadLengths<Functions>): Elsewhere<Functions>;
  /** Starts the thread before anything is asked of it, which would start it too. */
  begin(): void;
  close(): Promise<void>;
};

/** Enough for the longest answer of the contract many times over; a thread that needs more is ended and begun anew. */
const MOST_MEMORY_MB = 256;

/** How long a thread that is asked to end may take over the reading it is at, in milliseconds. */
const LAST_READING_MS = 5_000;

/** A reading is tried once more after its thread died: it changes nothing, so asking twice is harmless. */
const MOST_DEATHS = 2;

/**
 * Lets a thread come to its end by itself: broken off while it loads the database's own code, or is within it, it takes
 * the whole process along.
 */
async function endOf(thread: Worker): Promise<void> {
  const ended = Promise.withResolvers<void>();
  thread.ref();
  thread.once('exit', () => ended.resolve());
  thread.postMessage('end' satisfies End);
  const late = setTimeout(() => void thread.terminate(), LAST_READING_MS);
  await ended.promise;
  clearTimeout(late);
}

/** From source the thread's file is the application's, which alone knows what is read; bundled, beside the program or one folder above its chunks. */
function threadFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('../../app/reading-worker.ts', import.meta.url);
  const places = ['./reading-worker.js', '../reading-worker.js'].map(
    (place) => new URL(place, import.meta.url),
  );
  return places.find((place) => existsSync(place)) ?? new URL('./reading-worker.js', import.meta.url);
}

const failure = (code: string, message: string) => new ContractFailure({ code, message });

/**
 * Reads the data file in a thread of its own, so that a long read of a million records never holds up what the main
 * process does: purchases, the window, the answers of the service. It sees everything that was committed when a
 * reading began. A thread that dies is begun anew and the reading repeated once.
 */
export function openReading(
  file: string,
  program: URL = threadFile(),
  report: (words: string) => void = () => {},
): ReadingThread {
  const queue = createReadingQueue(
    (name) => lengthOf[name] === 'long',
    (waiting) =>
      waiting.reject(
        failure('superseded', 'Too much was asked at once; this was left out for what came later.'),
      ),
  );
  let lengthOf: Readonly<Record<string, 'short' | 'long'>> = {};
  let here: Record<string, (...input: readonly unknown[]) => unknown> = {};
  let thread: Worker | null = null;
  let begun = false;
  let ready = false;
  let unable = false;
  let closed = false;
  let current: { id: number; waiting: Waiting } | null = null;
  let lastId = 0;

  function begin(): void {
    const started = new Worker(program, {
      workerData: { file },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    thread = started;
    begun = true;
    ready = false;
    // Waiting for a reading is the caller's reason to stay alive, not the thread's.
    started.unref();
    started.on('message', (answered: Answered) => hear(answered));
    // Its end follows, and is what counts.
    started.on('error', (error) => report(`the thread that reads ended: ${stackFrames(error)}`));
    started.on('exit', () => {
      if (thread === started) ended();
    });
  }

  function hear(answered: Answered): void {
    if (answered.kind === 'ready') ready = true;
    else if (current?.id === answered.id) {
      const { waiting } = current;
      current = null;
      if (answered.kind === 'answer') waiting.resolve(answered.value);
      else waiting.reject(errorOf(answered.thrown));
    }
    work();
  }

  function ended(): void {
    thread = null;
    const { waiting } = current ?? {};
    current = null;
    if (closed) {
      waiting?.reject(closing());
      return;
    }
    // It never came so far as to read: the machine cannot, or the program's file is not there.
    if (!ready) unable = true;
    if (waiting !== undefined) {
      waiting.deaths += 1;
      if (waiting.deaths < MOST_DEATHS) queue.add(waiting);
      else
        waiting.reject(
          failure('reading_failed', 'This could not be read: it needed more than this machine can give.'),
        );
    }
    if (!unable) begin();
    work();
  }

  const closing = () => failure('closing', 'Milepost is being closed.');

  function work(): void {
    while (unable || closed) {
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

  const ask = (name: string, input: readonly unknown[]): Promise<unknown> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    queue.add({ name, input, deaths: 0, resolve, reject });
    beginOnce();
    work();
    return promise;
  };

  function beginOnce(): void {
    if (!begun && !closed) begin();
  }

  return {
    begin: beginOnce,
    instead<Functions extends object>(functions: Functions, lengths: ReadLengths<Functions>) {
      here = functions as typeof here;
      lengthOf = lengths;
      return Object.fromEntries(
        Object.keys(functions).map((name) => [name, (...input: unknown[]) => ask(name, input)]),
      ) as unknown as Elsewhere<Functions>; // the same functions by the same names
    },
    async close() {
      closed = true;
      work();
      if (thread !== null) await endOf(thread);
    },
  };
}
