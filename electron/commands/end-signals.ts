/** A Ctrl+C reaches the program from the terminal and again from npm, which passes it on: one wish. Milliseconds. */
const SAME_WISH_MS = 1_000;

/**
 * Calls back once for the first signal that asks the program to end. What follows within a second is the same wish; a
 * signal after that ends it where it stands.
 */
export function onEndSignal(ended: () => void): void {
  let since: number | null = null;
  const hear = () => {
    if (since === null) {
      since = performance.now();
      ended();
    } else if (performance.now() - since > SAME_WISH_MS) process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, hear);
}
