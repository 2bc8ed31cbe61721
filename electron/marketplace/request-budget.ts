import { setTimeout as delay } from 'node:timers/promises';

/** Raised where the origin asked to be left alone for longer than a request is willing to wait. */
export class OriginPaused extends Error {
  readonly remainingMs: number;

  constructor(remainingMs: number) {
    super('The service asked to wait.');
    this.name = 'OriginPaused';
    this.remainingMs = remainingMs;
  }
}

/** One origin's share of this machine's attention: so many requests at a time, and none while it asks to wait. */
export type RequestBudget = {
  /** Resolves with a function that gives the place back. Urgent requests go before the others that wait. */
  enter(urgent: boolean, signal: AbortSignal): Promise<() => void>;
  pause(ms: number): void;
  /** Milliseconds until the origin may be asked again; 0 where it may now. */
  pausedForMs(): number;
};

type Waiter = { urgent: boolean; admit: () => void };

export function createRequestBudget(options: { atOnce: number; longestWaitMs: number }): RequestBudget {
  const waiting: Waiter[] = [];
  let taken = 0;
  let pausedUntil = 0;

  const pausedForMs = (): number => Math.max(0, Math.ceil(pausedUntil - performance.now()));

  const leave = (): void => {
    const next = waiting.findIndex((waiter) => waiter.urgent);
    const [waiter] = waiting.splice(Math.max(0, next), 1);
    if (waiter === undefined) taken--;
    else waiter.admit();
  };

  const place = (urgent: boolean, signal: AbortSignal): Promise<void> => {
    if (taken < options.atOnce) {
      taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const abandon = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        urgent,
        admit: () => {
          signal.removeEventListener('abort', abandon);
          resolve();
        },
      };
      signal.addEventListener('abort', abandon, { once: true });
      waiting.push(waiter);
    });
  };

  const enter = async (urgent: boolean, signal: AbortSignal): Promise<() => void> => {
    for (;;) {
      signal.throwIfAborted();
      const remaining = pausedForMs();
      if (remaining > options.longestWaitMs) throw new OriginPaused(remaining);
      if (remaining > 0) {
        await delay(remaining, undefined, { signal });
        continue;
      }
      await place(urgent, signal);
      // A 429 may have come while this one waited for its place.
      if (pausedForMs() === 0) return leave;
      leave();
    }
  };

  return {
    enter,
    pausedForMs,
    pause: (ms) => {
      pausedUntil = Math.max(pausedUntil, performance.now() + ms);
    },
  };
}
