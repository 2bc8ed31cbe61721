/** A read that waits for its answer. */
export type Waiting = {
  readonly name: string;
  readonly input: readonly unknown[];
  /** How often the thread crashed during it. */
  crashes: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** More than all screens together request at once. */
const MAX_WAITING = 256;

/**
 * Reads that wait for the thread. Short ones come first, so that first rows do not wait for a read over a whole scope;
 * among equals the newest, which is what the user is looking at.
 */
export function createReadingQueue(isLong: (name: string) => boolean, onDrop: (waiting: Waiting) => void) {
  const short: Waiting[] = [];
  const long: Waiting[] = [];
  return {
    add(waiting: Waiting): void {
      (isLong(waiting.name) ? long : short).push(waiting);
      if (short.length + long.length <= MAX_WAITING) return;
      const oldest = long.shift() ?? short.shift();
      if (oldest !== undefined) onDrop(oldest);
    },
    next: (): Waiting | undefined => short.pop() ?? long.pop(),
  };
}
