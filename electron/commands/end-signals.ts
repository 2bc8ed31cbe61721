/** A Ctrl+C arrives from the terminal and again from npm within this time; milliseconds. */
const DUPLICATE_WITHIN_MS = 1_000;

/** Calls back once for the first termination signal. Duplicates are ignored; a later signal exits at once. */
export function onEndSignal(ended: () => void): void {
  let since: number | null = null;
  const handleSignal = () => {
    if (since === null) {
      since = performance.now();
      ended();
    } // Any other end would wait for a thread within native code.
    else if (performance.now() - since > DUPLICATE_WITHIN_MS) process.kill(process.pid, 'SIGKILL');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handleSignal);
}

/** How often to check, in milliseconds; a process is not notified when its parent ends. */
const POLL_EVERY_MS = 500;

/**
 * Calls back once the shell in which npm started this process has ended. npm sends SIGINT and SIGTERM only to that shell,
 * which does not forward them, so the process would be orphaned. Does nothing if not started by npm.
 */
export function onNpmEnd(ended: () => void): void {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    ended();
  }, POLL_EVERY_MS);
  timer.unref();
}
