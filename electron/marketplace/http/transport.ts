import { ownWait, SYSTEM_TIMING } from '../waits/timing.ts';
import type { Reply, RequestFailure } from './answer.ts';
import { type ExchangeDeps, exchange, pause } from './exchange.ts';
import { type GuardedFetch, type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
import type { Outgoing } from './outgoing.ts';
import { readReply } from './read-reply.ts';
import type { TransportDeps } from './transport-deps.ts';

export type Transport = {
  /** Sends any request. Never throws for network or service errors. */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<Reply>;
  /** A `fetch` under the same rules, for protocol libraries. */
  fetchAs(options: GuardedFetchOptions): GuardedFetch;
};

const LONGEST_WAIT_MS = 15_000;
const REPEATS_OF_A_READ = 2;

export function createTransport(given: TransportDeps): Transport {
  const deps: ExchangeDeps = {
    ...given,
    longestWaitMs: given.longestWaitMs ?? LONGEST_WAIT_MS,
    timing: given.timing ?? { ...SYSTEM_TIMING, clock: given.clock },
    budget: given.budgets.of(given.origin),
  };
  const { timing, budget, longestWaitMs } = deps;
  const never = new AbortController().signal;

  const once = async (
    outgoing: Outgoing,
    attempt: number,
    since: number,
    signal: AbortSignal,
  ): Promise<Reply> => {
    const { role, method, url, body, headers, withKey, isRead, urgent, deadlineMs } = outgoing;
    const made = await exchange(
      deps,
      {
        ...{ role, url, urgent, attempt, since, deadlineMs },
        init: { method, ...(body === undefined ? {} : { body }) },
        headers: {
          // A JSON type of the service's own has no range by which it could be named.
          accept: 'application/json, application/problem+json, */*;q=0.5',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        key: withKey ? 'needed' : 'none',
        // Everything that is sent identifies a read; without a key the answer may differ.
        read: isRead ? `${withKey} ${method} ${url.href} ${body ?? ''}` : null,
      },
      signal,
    );
    return made.ok ? readReply(deps, outgoing, made) : made;
  };

  const send = async (outgoing: Outgoing, signal: AbortSignal = never): Promise<Reply> => {
    const since = timing.monotonic();
    for (let number = 1; ; number++) {
      const reply = await once(outgoing, number, since, signal);
      if (reply.ok || !outgoing.isRead || outgoing.once || number > REPEATS_OF_A_READ) return reply;
      if (!mayRepeat(reply.failure, longestWaitMs)) return reply;
      // The wait happens on entering the budget again, which also shows it.
      if (budget.pausedForMs() > 0) continue;
      const ms = Math.max(ownWait(number, timing), reply.failure.retryAfterMs ?? 0);
      const givenUp = await pause(timing, ms, signal);
      if (givenUp !== null) return givenUp;
    }
  };

  return { send, fetchAs: (options) => guardedFetch(deps, options) };
}

/**
 * Whether a failed read may be repeated automatically. A 429 only if the service states a wait or that it may be
 * retried (§7.1); never what it calls not retryable.
 */
function mayRepeat(
  { problem, retryAfterMs, delivery, code, status }: RequestFailure,
  longestWaitMs: number,
): boolean {
  if (problem?.retryable === false || (retryAfterMs ?? 0) > longestWaitMs) return false;
  if (code === 'connection_lost' || code === 'cut_off') return true;
  if (delivery === 'not_sent') return false;
  if (status === 502 || status === 503 || status === 504) return true;
  const invited = retryAfterMs !== null || problem?.retryable === true;
  return invited && (status === 429 || status === 500);
}
