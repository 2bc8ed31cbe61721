import { createHash, randomBytes } from 'node:crypto';

export type LaunchTokens = {
  /**
   * A token for one address. It works once.
   * @param forMs how long, milliseconds; until it is used where absent
   * @param used called once it has worked
   */
  issue(given?: { forMs?: number; used?: () => void }): string;
  /** Whether the token works now; from then on it does not. */
  take(token: string): boolean;
};

/** Addresses that wait to be opened; the oldest goes where there are more. */
const MOST_WAITING = 100;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

/**
 * What stands in an address that a browser is started with: other users of the machine can read it on the command line,
 * and the browser writes it into its history. Whoever comes second has nothing of it.
 * @param monotonic milliseconds that only ever grow
 */
export function launchTokens(monotonic: () => number): LaunchTokens {
  const waiting = new Map<string, { until: number; used: () => void }>();
  return {
    issue({ forMs = Number.POSITIVE_INFINITY, used = () => undefined } = {}) {
      const token = randomBytes(32).toString('base64url');
      waiting.set(digest(token), { until: monotonic() + forMs, used });
      const [oldest] = waiting.keys();
      if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
      return token;
    },
    take(token) {
      const name = digest(token);
      const found = waiting.get(name);
      waiting.delete(name);
      if (found === undefined || monotonic() > found.until) return false;
      found.used();
      return true;
    },
  };
}
