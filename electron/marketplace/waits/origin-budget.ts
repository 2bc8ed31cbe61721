import { ownWait, sleep, type Timing } from './timing.ts';

/** Raised where the origin asked to be left alone for longer than a request is willing to wait. */
export class OriginPaused extends Error {
  readonly remainingMs: number;

  constructor(remainingMs: number) {
    super('The service asked to wait.');
    this.name = 'OriginPaused';
    this.remainingMs = remainingMs;
  }
}

/** Raised where the user gave up waiting for the origin. */
export class WaitStopped extends Error {
  constructor() {
    super('You stopped waiting for the service. The request was not sent; ask again when you like.');
    this.name = 'WaitStopped';
  }
}

/** Who wants to ask: what for, since when (monotonic ms), and how long a wait it would sit out, in ms. */
type Entrant = { urgent: boolean; what: string; since: number; longestWaitMs: number };

/** What an answer says of the back-off: its wait in ms, and whether the request may be sent again, where it says so. */
type WaitSign = { status: number; retryAfterMs: number | null; retryable: boolean | null };

/** What changed: a wait began or ended, or what is held back by it. */
type BudgetChange = 'wait' | 'held';

/** One origin's share of this machine's attention: so many requests at a time, and none while it asks to wait. */
export type OriginBudget = {
  /** Resolves with a function that gives the place back. Urgent requests go before the others that wait. */
  enter(entrant: Entrant, signal: AbortSignal): Promise<() => void>;
  /** Takes in an answer: a wait that it names is the least, and one of our own stands below it (§7.1). */
  learn(sign: WaitSign): void;
  /** Milliseconds until the origin may be asked again; 0 where it may now. */
  pausedForMs(): number;
  /** What came of a read, by all that was sent: one that failed is not sent again at once, whoever asks for it. */
  learnOfRead(read: string, failed: boolean): void;
  /** Milliseconds until this read may be sent again; 0 where it may now. */
  readHeldForMs(read: string): number;
  /** What is held back until the wait is over. */
  heldBack(): string[];
  /** Gives up everything that began before now and would have to wait. */
  stopWaiting(): void;
  /** Returns how to stop listening. */
  listen(changed: (what: BudgetChange) => void): () => void;
};

/** A wait as it is stored, both in UTC ms: when the service named it, and its end. */
export type StoredWait = { namedAt: number; until: number };

type OriginBudgetOptions = {
  timing: Timing;
  /** The waits that earlier runs of the program, and others on the same data file, were asked for. */
  stored: () => readonly StoredWait[] | null;
  version: () => number | null;
  store: (wait: StoredWait) => void;
};

type Waiter = { urgent: boolean; admit: () => void };

type Held = { what: string; stop: AbortController };

const AT_ONCE = 4;
const MOST_FAILED_READS = 200;

/** What is left of a stored wait, in ms. A clock that was set back does not make it longer than it was named. */
export const leftOf = ({ namedAt, until }: StoredWait, { clock }: Pick<Timing, 'clock'>): number =>
  Math.min(until - clock(), until - namedAt);

function createOriginBudget({ timing, stored, version, store }: OriginBudgetOptions): OriginBudget & {
  close(): void;
} {
  const held = new Set<Held>();
  const waiting: Waiter[] = [];
  const listeners = new Set<(what: BudgetChange) => void>();
  /** Until when a read that failed is not sent again, in monotonic ms. */
  const failedReads = new Map<string, number>();
  let taken = 0;
  let stoppedAt = Number.NEGATIVE_INFINITY;
  /** Answers in a row that asked to wait. */
  let failures = 0;
  /** In monotonic ms: a clock that is set ahead shortens no wait. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let callOffEnd = (): void => {};

  const notify = (what: BudgetChange): void => {
    for (const changed of listeners) changed(what);
  };
  /** Each is heard once; what this run was told itself holds by its own time. */
  const heard = new Set<string>();
  const nameOf = ({ namedAt, until }: StoredWait): string => `${namedAt} ${until}`;
  /** Named by a clock that was ahead when they were heard of: their whole length counts from then, and by no clock. */
  const known: StoredWait[] = [];
  /** What others were told is known by the clock alone, and holds again where a wrong one is put right. */
  const leftByClock = (): number => {
    const now = timing.clock();
    return Math.max(0, ...known.map(({ namedAt, until }) => (namedAt <= now ? until - now : 0)));
  };
  const left = (): number => Math.ceil(Math.max(0, pausedUntil - timing.monotonic(), leftByClock()));

  const pauseFor = (ms: number): void => {
    pausedUntil = Math.max(pausedUntil, timing.monotonic() + ms);
    callOffEnd();
    callOffEnd = timing.after(left(), () => notify('wait'));
  };

  let versionRead: number | null = null;
  /** Takes in the waits that were written down since, by another program on the data file, before an origin is asked. */
  const hear = (): void => {
    const now = version();
    const waits = now === null || now === versionRead ? null : stored();
    if (waits === null) return;
    versionRead = now;
    const unheard = waits.filter((wait) => !heard.has(nameOf(wait)));
    for (const wait of unheard) heard.add(nameOf(wait));
    known.push(...unheard.filter(({ namedAt }) => namedAt <= timing.clock()));
    const longest = Math.max(0, ...unheard.map((wait) => leftOf(wait, timing)));
    if (longest <= 0) return;
    pauseFor(longest);
    notify('wait');
  };
  const pausedForMs = (): number => {
    hear();
    return left();
  };
  hear();

  const learn = ({ status, retryAfterMs, retryable }: WaitSign): void => {
    const failed = status < 200 || status >= 300;
    if (!failed) failures = 0;
    // A 429 that no time mends is no matter of speed.
    const slowDown = failed && (retryAfterMs !== null || (status === 429 && retryable !== false));
    if (!slowDown) return;
    failures++;
    const ms = Math.max(retryAfterMs ?? 0, ownWait(failures, timing));
    pauseFor(ms);
    // Also where a longer one is left: after a sleep of the computer, it is over by the clock that the next run goes by.
    const namedAt = timing.clock();
    const wait = { namedAt, until: namedAt + ms };
    heard.add(nameOf(wait));
    store(wait);
    notify('wait');
  };

  const leave = (): void => {
    const next = waiting.findIndex((waiter) => waiter.urgent);
    const [waiter] = waiting.splice(Math.max(0, next), 1);
    if (waiter === undefined) taken--;
    else waiter.admit();
  };

  const place = (urgent: boolean, signal: AbortSignal): Promise<void> => {
    if (taken < AT_ONCE) {
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
    notify('held');
    try {
      await sleep(timing, ms, AbortSignal.any([signal, hold.stop.signal]));
    } catch (error) {
      throw hold.stop.signal.aborted ? new WaitStopped() : error;
    } finally {
      held.delete(hold);
      notify('held');
    }
  };

  const enter = async (entrant: Entrant, signal: AbortSignal): Promise<() => void> => {
    for (;;) {
      signal.throwIfAborted();
      const remaining = pausedForMs();
      if (remaining > entrant.longestWaitMs) throw new OriginPaused(remaining);
      if (remaining > 0) {
        // A read that was between its attempts when the user stopped waiting is not held back again.
        if (entrant.since < stoppedAt) throw new WaitStopped();
        await waitOut(entrant.what, remaining, signal);
        continue;
      }
      await place(entrant.urgent, signal);
      // A 429 may have come while this one waited for its place.
      if (pausedForMs() === 0) return leave;
      leave();
    }
  };

  return {
    enter,
    learn,
    pausedForMs,
    learnOfRead: (read, failed) => {
      failedReads.delete(read);
      if (!failed) return;
      if (failedReads.size >= MOST_FAILED_READS) failedReads.clear();
      failedReads.set(read, timing.monotonic() + ownWait(1, timing));
    },
    readHeldForMs: (read) => Math.max(0, (failedReads.get(read) ?? 0) - timing.monotonic()),
    heldBack: () => [...held].map(({ what }) => what),
    stopWaiting: () => {
      stoppedAt = timing.monotonic();
      for (const { stop } of held) stop.abort();
    },
    listen: (changed) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    close: () => callOffEnd(),
  };
}

/** Every origin's budget, one for whoever asks: keyed and keyless requests, providers, MCP and OAuth alike. */
export type OriginBudgets = {
  of(origin: string): OriginBudget;
  /** Calls off what is to be announced later. */
  close(): void;
};

/** Where waits outlive the program. Whatever the clock shows, none that is written makes another shorter. */
export type WaitStore = {
  /** Null where they cannot be read now. */
  read(origin: string): readonly StoredWait[] | null;
  /** Another number whenever another program may have written a wait, at next to no cost; null where it cannot be read now. */
  version(): number | null;
  write(origin: string, wait: StoredWait): void;
};

export function createOriginBudgets(timing: Timing, waits: WaitStore | null = null): OriginBudgets {
  const budgets = new Map<string, ReturnType<typeof createOriginBudget>>();
  return {
    of(written) {
      // The root of all names at the end of a host's is the same host.
      const origin = written.replace(/\.(?=:\d+$|$)/u, '');
      const known =
        budgets.get(origin) ??
        createOriginBudget({
          timing,
          stored: () => waits?.read(origin) ?? null,
          version: () => waits?.version() ?? null,
          store: (wait) => waits?.write(origin, wait),
        });
      budgets.set(origin, known);
      return known;
    },
    close: () => {
      for (const budget of budgets.values()) budget.close();
    },
  };
}
