import type { ProgramLog } from './program-log.ts';

/** How long the main process may work without a turn of its event loop, in milliseconds. */
export const TIME_BUDGET_MS = 50;

const EVERY_MS = 20;
/** One line in this time at most, with the longest stretch in it; milliseconds. */
const REPORT_EVERY_MS = 60_000;

let latest = 'the start';

/** Says what the main process begins to do, in words without anything foreign: what held it is named by it. */
export const begins = (what: string): void => {
  latest = what;
};

/** Processor time of this thread since then, in ms: whatever else a busy or sleeping machine does is not in it. */
function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * Writes to the log what held the main process longer than its time budget, and how long. The stretch that is measured is
 * the one between two turns of a timer, so it may hold several things: the last that began is named.
 * @returns a function that ends it
 */
export function watchTimeBudget({ write }: Pick<ProgramLog, 'write'>): () => void {
  let before = process.threadCpuUsage();
  let worst = { ms: 0, what: '' };
  let count = 0;
  let reportedAt = -REPORT_EVERY_MS;
  const timer = setInterval(() => {
    const ms = workedSince(before);
    before = process.threadCpuUsage();
    if (ms > TIME_BUDGET_MS) {
      count += 1;
      if (ms > worst.ms) worst = { ms, what: latest };
    }
    if (count === 0 || performance.now() - reportedAt < REPORT_EVERY_MS) return;
    write(
      'info',
      `the main process was held ${count} times; longest for ${Math.round(worst.ms)} ms, by ${worst.what}`,
    );
    reportedAt = performance.now();
    worst = { ms: 0, what: '' };
    count = 0;
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
