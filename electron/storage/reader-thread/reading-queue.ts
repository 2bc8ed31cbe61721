/** A reading that waits for its answer. */
export type Waiting = {
  readonly name: string;
  readonly input: readonly unknown[];
  /** How often a thread died over it. */
  deaths: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** More than all screens together ask for at once. */
const MOST_WAITING = 256;

/**
 * Readings that wait for the thread. Short ones come first, and of these the newest: what the user asked for last is
 * what they look at, and the answer to what they left may come after it. What shows first rows does not wait for a
 * reading over a whole scope.
 */
export function createReadingQueue(isLong: (name: string) => boolean, dropped: (waiting: Waiting) => void) {
  const short: Waiting[] = [];
  const long: Waiting[] = [];
  return {
    add(waiting: Waiting): void {
      (isLong(waiting.name) ? long : short).push(waiting);
      if (short.length + long.length <= MOST_WAITING) return;
      const oldest = long.shift() ?? short.shift();
      if (oldest !== undefined) dropped(oldest);
    },
    next: (): Waiting | undefined => short.pop() ?? long.pop(),
  };
}
