import { endsSoon } from '../log/time-budget.ts';

/** How long closing everything may take, in milliseconds. */
const LONGEST_CLOSE_MS = 4_000;

/**
 * Ends this process if `close` takes too long, whatever still hangs: by SIGKILL, because a thread within native code keeps
 * any other end waiting. If the main thread itself hangs, the thread that watches it does so. What was saved is safe: the
 * data file repairs itself at the next start.
 * @param close receives where to say what it is closing
 * @param left receives in words what was not closed, before the end
 */
export async function endInTime(
  close: (doing: (what: string) => void) => Promise<unknown>,
  left: (words: string) => void,
): Promise<void> {
  let what = 'nothing';
  const closed = endsSoon();
  const late = setTimeout(() => {
    left(
      `Milepost did not close within ${LONGEST_CLOSE_MS / 1_000} s and was ended. It was closing: ${what}. What was saved is safe.`,
    );
    process.kill(process.pid, 'SIGKILL');
  }, LONGEST_CLOSE_MS);
  try {
    await close((next) => {
      what = next;
    });
  } finally {
    clearTimeout(late);
    closed();
  }
}
