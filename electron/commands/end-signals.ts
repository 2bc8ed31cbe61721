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
