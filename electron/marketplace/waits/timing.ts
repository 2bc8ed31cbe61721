import { byItself } from './by-hand.ts';

/** Time, timers and randomness, injected so that a simulation can supply its own. */
export type Timing = {
  /** UTC ms; the user or the system may change it at any moment. */
  clock: () => number;
  /** Milliseconds that only increase, whatever happens to the clock. */
  monotonic: () => number;
  /** Runs `run` after `ms`, of any length; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** At least 0, below 1. */
  random: () => number;
};

/** Node's timers overflow beyond this and would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function after(ms: number, run: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const set = (left: number): void => {
    timer = setTimeout(
      () => (left > LONGEST_TIMER_MS ? set(left - LONGEST_TIMER_MS) : run()),
      Math.min(left, LONGEST_TIMER_MS),
    );
  };
  byItself(() => set(ms));
  return () => clearTimeout(timer);
}

export const SYSTEM_TIMING: Timing = {
  clock: Date.now,
  monotonic: () => performance.now(),
  after,
  random: Math.random,
};

/** Resolves after `ms`; rejects with the signal's reason if that comes first. */
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

/** The first back-off, in ms. */
const FIRST_WAIT_MS = 1_000;
/** In ms. */
export const LONGEST_OWN_WAIT_MS = 300_000;

/**
 * The back-off after `failures` (at least 1) in ms: from 1 s, doubling, plus up to half at random, so that programs
 * that failed together do not retry together.
 */
export function ownWait(failures: number, { random }: Pick<Timing, 'random'>): number {
  const doubled = FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20);
  return Math.round(Math.min(doubled, LONGEST_OWN_WAIT_MS) * (1 + random() / 2));
}
