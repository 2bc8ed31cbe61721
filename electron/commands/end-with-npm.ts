/** How often to look, in milliseconds; nothing notifies a process that its parent has gone. */
const POLL_EVERY_MS = 500;

/**
 * Calls back once the shell that npm started this process in has ended. npm passes SIGINT and SIGTERM on to that shell
 * alone, which ends without passing them on: a program that was started as an npm script would stay behind, unseen.
 * Does nothing for a process that was started otherwise.
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
