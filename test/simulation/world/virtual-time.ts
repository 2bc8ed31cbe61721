import { AsyncLocalStorage } from 'node:async_hooks';
import processes from 'node:child_process';
import crypto from 'node:crypto';
import dns from 'node:dns/promises';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import threads from 'node:worker_threads';
import { backupParts } from '../../../electron/app/backup-parts.ts';
import type { JobMessage } from '../../../electron/backup/job-process.ts';
import { type Job, runBackupJob } from '../../../electron/backup/jobs.ts';
import { answerTo } from '../../../electron/marketplace/outside/answer-to.ts';
import type { JobAnswer, JobRequest } from '../../../electron/marketplace/outside/messages.ts';
import { serialiseError } from '../../../electron/threads/thrown.ts';
import { hashOf } from '../../support/service/draws.ts';
import { knowSchemas } from './known-schemas.ts';

/**
 * Replaces time, chance, names and threads in this process, so that hours pass in milliseconds and one seed is one
 * history. Neither the product nor any library needs a hook for it: whatever they call is replaced here.
 */

/** One run of the program. What it scheduled does not happen once it is over. */
export type Life = {
  readonly name: string;
  over: boolean;
  /** True time; null while it lasts. */
  overAt: number | null;
};

type Event = { at: number; order: number; life: Life | null; run: () => void };

export type VirtualTime = {
  /** True time, UTC ms, independent of all clocks in the history. */
  now(): number;
  /** What the computer's own clock shows, UTC ms. */
  wallClock(): number;
  setClockWrong(ms: number): void;
  /** Runs something later in true time; returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Lets `ms` pass, with everything that happens meanwhile. */
  pass(ms: number): Promise<void>;
  /** The computer sleeps: its timers and its monotonic clock stop. */
  sleep(ms: number): Promise<void>;
  /** Runs everything that is ready to continue. */
  settle(): Promise<void>;
  /** Runs `work` as part of a life, which its timers belong to. */
  as<Result>(life: Life, work: () => Result): Result;
  currentLife(): Life | null;
  /** At least 0, below 1. */
  random(): number;
};

const currentLives = new AsyncLocalStorage<Life>();
const real = { setImmediate: globalThis.setImmediate };

/** More events than a minute needs if the program waits between its actions. */
const MAX_EVENTS_OF_A_MINUTE = 2_000;
const MINUTE_MS = 60_000;

/** Thrown if too many events happen within a minute. */
export class EndlessEvents extends Error {}

let queue: Event[] = [];
let trueNow = 0;
let clockError = 0;
let sleptMs = 0;
let eventsQueued = 0;
/** Events of the minute that began then. */
let minute = { began: 0, events: 0 };
let randomsDrawn = 0;
let seedNow = 0;

const nextTurn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

function schedule(ms: number, life: Life | null, run: () => void): Event {
  // As in Node: a delay that is not a number, or too large for its timers, fires at once.
  const wait = Number.isFinite(ms) && ms <= 0x7fffffff ? Math.max(1, ms) : 1;
  const event = { at: trueNow + wait, order: ++eventsQueued, life, run };
  queue.push(event);
  return event;
}

function cancel(event: Event): void {
  const at = queue.indexOf(event);
  if (at !== -1) queue.splice(at, 1);
}

const seededRandom = (): number => hashOf(`${seedNow}|chance|${++randomsDrawn}`) / 0x1_0000_0000;

function randomUuid(): `${string}-${string}-${string}-${string}-${string}` {
  const word = () =>
    Math.floor(seededRandom() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const hex = word() + word() + word() + word();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}

class VirtualTimer {
  event: Event | null = null;
  ref = () => this;
  unref = () => this;
  hasRef = () => false;
  [Symbol.dispose] = () => this.clear();
  clear(): void {
    if (this.event !== null) cancel(this.event);
    this.event = null;
  }
}

/** A thread fails to start: the product then reads in its own thread, as it is designed to. */
class NoWorker extends EventEmitter {
  constructor() {
    super();
    queueMicrotask(() => this.emit('exit', 0));
  }
  ref = () => this;
  unref = () => this;
  terminate = async (): Promise<number> => 1;
}

/** The processes for what comes from outside and for backups run their jobs here: their own files are not loaded. */
class InlineProcess extends EventEmitter {
  connected = true;
  channel = null;
  readonly #isBackup: boolean;
  constructor(file: string) {
    super();
    this.#isBackup = BACKUP.test(file);
    queueMicrotask(() => this.#send({ kind: 'ready' }));
  }
  unref = () => this;
  send(request: JobRequest | Job): void {
    queueMicrotask(() => {
      if (this.#isBackup) return this.#send(messageFor(request as Job));
      this.#send(answerTo(structuredClone(request as JobRequest)));
    });
  }
  kill(): void {
    if (!this.connected) return;
    this.connected = false;
    queueMicrotask(() => this.emit('close', null, 'SIGKILL'));
  }
  #send(message: JobAnswer | JobMessage): void {
    if (this.connected) this.emit('message', structuredClone(message));
  }
}

const BACKUP = /backup-program\.ts$/;

/** The final message of a backup's process. */
function messageFor(job: Job): JobMessage {
  try {
    return { kind: 'done', value: runBackupJob(backupParts, job, () => {}, Date.now) };
  } catch (error) {
    return { kind: 'thrown', thrown: serialiseError(error) };
  }
}

function setTimer(run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): VirtualTimer {
  const timer = new VirtualTimer();
  timer.event = schedule(ms, currentLives.getStore() ?? null, () => run(...given));
  return timer;
}

function setRepeating(run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]): VirtualTimer {
  const timer = new VirtualTimer();
  const life = currentLives.getStore() ?? null;
  const again = () => {
    timer.event = schedule(ms, life, () => {
      again();
      run(...given);
    });
  };
  again();
  return timer;
}

function delay<Value>(ms = 0, value?: Value, options: { signal?: AbortSignal } = {}): Promise<Value> {
  const { signal } = options;
  return new Promise<Value>((resolve, reject) => {
    const aborted = () => {
      timer.clear();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = setTimer(() => {
      signal?.removeEventListener('abort', aborted);
      resolve(value as Value);
    }, ms);
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}

function replaceGlobals(): void {
  const clear = (timer: unknown) => {
    if (timer instanceof VirtualTimer) timer.clear();
  };
  Object.assign(globalThis, {
    setTimeout: setTimer,
    setInterval: setRepeating,
    clearTimeout: clear,
    clearInterval: clear,
  });
  Date.now = () => Math.floor(trueNow + clockError);
  performance.now = () => trueNow - sleptMs;
  Math.random = seededRandom;
  Object.assign(timersPromises, { setTimeout: delay });
  Object.assign(crypto, { randomUUID: randomUuid });
  Object.assign(threads, { Worker: NoWorker });
  Object.assign(processes, { fork: (file: string) => new InlineProcess(file) });
  // Every host name resolves to a public address.
  Object.assign(dns, { lookup: async () => [{ address: '192.0.2.1', family: 4 }] });
  knowSchemas();
  syncBuiltinESMExports();
}

let areGlobalsReplaced = false;

/** Begins a history at the given true time; the previous one is over. */
export function beginTime(start: number, seed: number): VirtualTime {
  if (!areGlobalsReplaced) replaceGlobals();
  areGlobalsReplaced = true;
  queue = [];
  trueNow = start;
  clockError = 0;
  sleptMs = 0;
  eventsQueued = 0;
  minute = { began: start, events: 0 };
  randomsDrawn = 0;
  seedNow = seed;

  const next = (until: number): Event | null => {
    let first: Event | null = null;
    for (const event of queue)
      if (first === null || event.at < first.at || (event.at === first.at && event.order < first.order))
        first = event;
    return first !== null && first.at <= until ? first : null;
  };
  const settle = async (): Promise<void> => {
    await nextTurn();
    await nextTurn();
  };

  return {
    now: () => trueNow,
    wallClock: () => Math.floor(trueNow + clockError),
    setClockWrong: (ms) => {
      clockError = ms;
    },
    after: (ms, run) => {
      const event = schedule(ms, null, run);
      return () => cancel(event);
    },
    async pass(ms) {
      const until = trueNow + ms;
      await settle();
      for (let event = next(until); event !== null; event = next(until)) {
        cancel(event);
        trueNow = Math.max(trueNow, event.at);
        if (event.life?.over) continue;
        if (trueNow - minute.began >= MINUTE_MS) minute = { began: trueNow, events: 0 };
        if (++minute.events > MAX_EVENTS_OF_A_MINUTE)
          throw new EndlessEvents('The program turns in a circle.');
        const { life, run } = event;
        try {
          if (life === null) run();
          else currentLives.run(life, run);
        } catch (error) {
          // Errors of a killed run are dropped.
          if (life?.over !== true) throw error;
        }
        await settle();
      }
      trueNow = until;
    },
    async sleep(ms) {
      await settle();
      trueNow += ms;
      sleptMs += ms;
      for (const event of queue) if (event.life !== null) event.at += ms;
    },
    settle,
    as: (life, work) => currentLives.run(life, work),
    currentLife: () => currentLives.getStore() ?? null,
    random: seededRandom,
  };
}
