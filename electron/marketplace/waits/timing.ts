/** Time, timers and chance as they are handed in: a simulation has its own. */
export type Timing = {
  /** UTC ms; the user or the system may set it to anything at any moment. */
  clock: () => number;
  /** Milliseconds that only ever grow, whatever is done to the clock. */
  monotonic: () => number;
  /** Runs `run` after `ms`, however long that is; returns how to call it off. */
  after: (ms: number, run: () => void) => () => void;
  /** At least 0, below 1. */
  random: () => number;
};

/** A timer of Node holds no more; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function after(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const set = (left: number): void => {
    timer = setTimeout(
      () => (left > LONGEST_TIMER_MS ? set(left - LONGEST_TIMER_MS) : run()),
      Math.min(left, LONGEST_TIMER_MS),
    );
  };
  set(ms);
  return () => clearTimeout(timer);
}

export const SYSTEM_TIMING: Timing = {
  clock: Date.now,
  monotonic: () => performance.now(),
  after,
  random: Math.random,
};

/** Resolves after `ms`; rejects with the signal's reason where that comes first. */
export function sleep(
  { after: later }: Pick<Timing, 'after'>,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = (): void => {
      callOff();
      reject(signal.reason);
    };
    const callOff = later(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** The first wait of our own, in ms. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_OWN_WAIT_MS = 300_000;

/**
 * The wait of our own before the next try after `failures` of them (at least 1), in ms: from 1 s, doubling, and up to
 * half as long again by chance, so that programs that failed together do not come back together.
 */
export function ownWait(failures: number, { random }: Pick<Timing, 'random'>): number {
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20);
  return Math.round(Math.min(doubled, LONGEST_OWN_WAIT_MS) * (1 + random() / 2));
}
