import { ownWait, sleep, type Timing } from './timing.ts';

/** Thrown if the origin's wait is longer than a request is willing to wait. */
export class OriginPaused extends Error {
  readonly remainingMs: number;

  constructor(remainingMs: number) {
    super('The service asked to wait.');
    this.name = 'OriginPaused';
    this.remainingMs = remainingMs;
  }
}

/** Thrown if the user cancelled the wait. */
export class WaitStopped extends Error {
  constructor() {
    super('You stopped waiting for the service. The request was not sent; ask again when you like.');
    this.name = 'WaitStopped';
  }
}

/** A request: its role, its start (monotonic ms), the longest wait it accepts, in ms, and whether the user asked for it. */
type Entrant = { urgent: boolean; what: string; since: number; longestWaitMs: number; byHand?: boolean };

/** What an answer states about waiting: the wait in ms, and whether the request may be repeated, if stated. */
type WaitSign = { status: number; retryAfterMs: number | null; retryable: boolean | null };

/** What changed: a wait began or ended, or its queue did. */
type BudgetChange = 'wait' | 'held';

/** Limits concurrent requests to an origin, and blocks them while it asks to wait. */
export type OriginBudget = {
  /** Resolves with a function that releases the slot. Urgent requests precede others in the queue. */
  enter(entrant: Entrant, signal: AbortSignal): Promise<() => void>;
  /** Records an answer. A stated wait is a minimum, and so is our own back-off (§7.1). */
  learn(sign: WaitSign): void;
  /** Milliseconds until the origin may be used again; 0 if now. */
  pausedForMs(): number;
  /** The length of the wait in force as the service named it, in ms; 0 without one. */
  namedMs(): number;
  /** Lets one request of the user out in spite of the wait. */
  permitOnce(): void;
  /** Lets the user's requests out until another wait is named: the service has answered one. */
  openToHand(): void;
  /** Records a read's result, by everything it sent: a failed read is not repeated at once by anybody. */
  learnOfRead(read: string, failed: boolean): void;
  /** Milliseconds until this read may be repeated; 0 if now. */
  readHeldForMs(read: string): number;
  /** What is blocked until the wait ends. */
  heldBack(): string[];
  /** Cancels everything that began before now and would have to wait. */
  stopWaiting(): void;
  /** Returns a function that stops listening. */
  listen(changed: (what: BudgetChange) => void): () => void;
};

/** A stored wait, in UTC ms: when the service stated it, and its end. */
export type StoredWait = { namedAt: number; until: number };

type OriginBudgetOptions = {
  timing: Timing;
  /** Waits stated to earlier runs of the program, and to others on the same data file. */
  stored: () => readonly StoredWait[] | null;
  version: () => number | null;
  store: (wait: StoredWait) => void;
};

type Waiter = { urgent: boolean; admit: () => void };

type Held = { what: string; stop: AbortController };

const AT_ONCE = 4;
const MAX_FAILED_READS = 200;

/** The rest of a stored wait, in ms. Setting the clock back does not extend it. */
const leftOf = ({ namedAt, until }: StoredWait, { clock }: Pick<Timing, 'clock'>): number =>
  Math.min(until - clock(), until - namedAt);

function createOriginBudget({ timing, stored, version, store }: OriginBudgetOptions): OriginBudget & {
  close(): void;
} {
  const held = new Set<Held>();
  const waiting: Waiter[] = [];
  const listeners = new Set<(what: BudgetChange) => void>();
  /** When a failed read may be repeated, in monotonic ms. */
  const failedReads = new Map<string, number>();
  let taken = 0;
  let stoppedAt = Number.NEGATIVE_INFINITY;
  /** Consecutive answers that asked to wait. */
  let failures = 0;
  /** In monotonic ms: setting the clock shortens no wait. */
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let callOffEnd = (): void => {};
  let named = 0;
  let permits = 0;
  let isOpenToHand = false;

  const notify = (what: BudgetChange): void => {
    for (const changed of listeners) changed(what);
  };
  /** Stored waits already applied, each once; those of this run use the monotonic clock. */
  const heard = new Set<string>();
  const nameOf = ({ namedAt, until }: StoredWait): string => `${namedAt} ${until}`;
  /**
   * Stored waits by the wall clock. Those dated in the future when first read count in full from then, on the
   * monotonic clock only.
   */
  const known: StoredWait[] = [];
  /** Other programs' waits are known by the wall clock only, and apply again once a wrong clock is corrected. */
  const leftByClock = (): number => {
    const now = timing.clock();
    return Math.max(0, ...known.map(({ namedAt, until }) => (namedAt <= now ? until - now : 0)));
  };
  const left = (): number => Math.ceil(Math.max(0, pausedUntil - timing.monotonic(), leftByClock()));

  const pauseFor = (ms: number, length = ms): void => {
    if (ms >= left()) named = length;
    pausedUntil = Math.max(pausedUntil, timing.monotonic() + ms);
    callOffEnd();
    callOffEnd = timing.after(left(), () => notify('wait'));
  };

  let versionRead: number | null = null;
  /** Applies waits stored by other programs on the data file since the last request. */
  const applyStored = (): void => {
    const now = version();
    const waits = now === null || now === versionRead ? null : stored();
    if (waits === null) return;
    versionRead = now;
    const unapplied = waits.filter((wait) => !heard.has(nameOf(wait)));
    for (const wait of unapplied) heard.add(nameOf(wait));
    known.push(...unapplied.filter(({ namedAt }) => namedAt <= timing.clock()));
    const longest = Math.max(0, ...unapplied.map((wait) => leftOf(wait, timing)));
    if (longest <= 0) return;
    pauseFor(longest, Math.max(...unapplied.map(({ namedAt, until }) => until - namedAt)));
    notify('wait');
  };
  const pausedForMs = (): number => {
    applyStored();
    return left();
  };
  applyStored();

  const learn = ({ status, retryAfterMs, retryable }: WaitSign): void => {
    const failed = status < 200 || status >= 300;
    if (!failed) failures = 0;
    // A 429 that is not retryable is no back-off.
    const mustBackOff = failed && (retryAfterMs !== null || (status === 429 && retryable !== false));
    if (!mustBackOff) return;
    failures++;
    isOpenToHand = false;
    const ms = Math.max(retryAfterMs ?? 0, ownWait(failures, timing));
    pauseFor(ms);
    // Stored even if a longer one is running: after sleep, that one ends by the clock of the next run.
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
      const isLetOut = entrant.byHand === true && (isOpenToHand || permits > 0);
      const remaining = isLetOut ? 0 : pausedForMs();
      if (remaining > entrant.longestWaitMs) throw new OriginPaused(remaining);
      if (remaining > 0) {
        // A read between two attempts when the user cancelled is not queued again.
        if (entrant.since < stoppedAt) throw new WaitStopped();
        await waitOut(entrant.what, remaining, signal);
        continue;
      }
      await place(entrant.urgent, signal);
      // A 429 may have arrived while this request waited for its slot.
      if (isLetOut || pausedForMs() === 0) {
        if (isLetOut && !isOpenToHand) permits = 0;
        return leave;
      }
      leave();
    }
  };

  return {
    enter,
    learn,
    pausedForMs,
    namedMs: () => (pausedForMs() === 0 ? 0 : named),
    permitOnce: () => {
      permits = 1;
    },
    openToHand: () => {
      isOpenToHand = true;
    },
    learnOfRead: (read, failed) => {
      failedReads.delete(read);
      if (!failed) return;
      if (failedReads.size >= MAX_FAILED_READS) failedReads.clear();
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

/** The budget of each origin, shared by all requests: with and without key, providers, MCP and OAuth. */
export type OriginBudgets = {
  of(origin: string): OriginBudget;
  /** Cancels scheduled notifications. */
  close(): void;
};

/** Storage for waits beyond this run. Whatever the clock shows, writing one never shortens another. */
export type WaitStore = {
  /** Null if they cannot be read now. */
  read(origin: string): readonly StoredWait[] | null;
  /** Changes whenever another program may have stored a wait, and is cheap to read; null if unreadable now. */
  version(): number | null;
  write(origin: string, wait: StoredWait): void;
};

export function createOriginBudgets(timing: Timing, waits: WaitStore | null = null): OriginBudgets {
  const budgets = new Map<string, ReturnType<typeof createOriginBudget>>();
  return {
    of(written) {
      // A trailing dot names the same host.
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
