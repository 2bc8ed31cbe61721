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
