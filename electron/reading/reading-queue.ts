/** A reading that waits for its answer. */
export type Waiting = {
  readonly name: string;
  readonly input: readonly unknown[];
  /** How often a thread died over it. */
  deaths: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};

/** Readings over a whole scope: what shows first rows does not wait for them. */
const LONG: ReadonlySet<string> = new Set([
  'facets',
  'calendar',
  'routes',
  'groups',
  'histogram',
  'timeline',
  'compare',
  'watched',
  'changesBetween',
  'differences',
  'pairs',
  'keptPairs',
  'broken',
  'take',
  'takeVersions',
  'recordsAgain',
  'rowsTaken',
  'recordIds',
]);

/** More than all screens together ask for at once. */
const MOST_WAITING = 256;

/**
 * Readings that wait for the thread. Short ones come first, and of these the newest: what the person asked for last is
 * what they look at, and the answer to what they left may come after it.
 */
export function createReadingQueue(dropped: (waiting: Waiting) => void) {
  const short: Waiting[] = [];
  const long: Waiting[] = [];
  return {
    add(waiting: Waiting): void {
      (LONG.has(waiting.name) ? long : short).push(waiting);
      if (short.length + long.length <= MOST_WAITING) return;
      const oldest = long.shift() ?? short.shift();
      if (oldest !== undefined) dropped(oldest);
    },
    next: (): Waiting | undefined => short.pop() ?? long.pop(),
  };
}
