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

/** Raised where the person gave up waiting for the origin. */
export class WaitStopped extends Error {
  constructor() {
    super('You stopped waiting for the service. The request was not sent; ask again when you like.');
    this.name = 'WaitStopped';
  }
}

/** Who wants to ask: what for, and since when, by `performance.now()`. */
export type Entrant = { urgent: boolean; what: string; since: number };

/** One origin's share of this machine's attention: so many requests at a time, and none while it asks to wait. */
export type RequestBudget = {
  /** Resolves with a function that gives the place back. Urgent requests go before the others that wait. */
  enter(entrant: Entrant, signal: AbortSignal): Promise<() => void>;
  pause(ms: number): void;
  /** Milliseconds until the origin may be asked again; 0 where it may now. */
  pausedForMs(): number;
  /** What is held back until the pause is over. */
  heldBack(): string[];
  /** Gives up everything that began before now and would have to wait out a pause. */
  stopWaiting(): void;
};

type Waiter = { urgent: boolean; admit: () => void };

type Held = { what: string; stop: AbortController };

export type RequestBudgetOptions = {
  atOnce: number;
  longestWaitMs: number;
  /** Something is held back that was not, or no longer. */
  onHeldBack: () => void;
};

export function createRequestBudget(options: RequestBudgetOptions): RequestBudget {
  const held = new Set<Held>();
  const waiting: Waiter[] = [];
  let taken = 0;
  let pausedUntil = 0;
  let stoppedAt = Number.NEGATIVE_INFINITY;

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

  const waitOut = async (what: string, ms: number, signal: AbortSignal): Promise<void> => {
    const hold: Held = { what, stop: new AbortController() };
    held.add(hold);
    options.onHeldBack();
    try {
      await delay(ms, undefined, { signal: AbortSignal.any([signal, hold.stop.signal]) });
    } catch (error) {
      throw hold.stop.signal.aborted ? new WaitStopped() : error;
    } finally {
      held.delete(hold);
      options.onHeldBack();
    }
  };

  const enter = async ({ urgent, what, since }: Entrant, signal: AbortSignal): Promise<() => void> => {
    for (;;) {
      signal.throwIfAborted();
      const remaining = pausedForMs();
      if (remaining > options.longestWaitMs) throw new OriginPaused(remaining);
      if (remaining > 0) {
        // A read that was between its attempts when the person stopped waiting is not held back again.
        if (since < stoppedAt) throw new WaitStopped();
        await waitOut(what, remaining, signal);
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
    heldBack: () => [...held].map(({ what }) => what),
    stopWaiting: () => {
      stoppedAt = performance.now();
      for (const { stop } of held) stop.abort();
    },
  };
}
