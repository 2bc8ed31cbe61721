import { createHash, randomBytes } from 'node:crypto';

export type LaunchTokens = {
  /**
   * Issues a one-time token.
   * @param forMs validity in milliseconds; unlimited if absent
   * @param used called once it has been used
   */
  issue(given?: { forMs?: number; used?: () => void }): string;
  /** Consumes a token; false if it is not valid. */
  take(token: string): boolean;
};

/** Most unused tokens; the oldest are dropped. */
const MAX_WAITING = 100;

const digest = (token: string): string => createHash('sha256').update(token).digest('base64');

/**
 * One-time tokens for addresses that browsers are started with. Other users can read them on the command line, and they
 * stay in the browser's history, so they are worthless once used.
 * @param monotonic milliseconds of a monotonic clock
 */
export function launchTokens(monotonic: () => number): LaunchTokens {
  const waiting = new Map<string, { until: number; used: () => void }>();
  return {
    issue({ forMs = Number.POSITIVE_INFINITY, used = () => undefined } = {}) {
      const token = randomBytes(32).toString('base64url');
      waiting.set(digest(token), { until: monotonic() + forMs, used });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_WAITING && oldest !== undefined) waiting.delete(oldest);
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
