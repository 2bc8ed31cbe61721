import { ContractFailure } from '#shared/contract/failure.ts';
import type { OriginBudget } from '../waits/origin-budget.ts';
import { ownWait, SYSTEM_TIMING, sleep } from '../waits/timing.ts';
import type { Reply, RequestFailure } from './answer.ts';
import { enter, GIVEN_UP } from './exchange.ts';
import { type GuardedFetch, type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
import { type Attempt, oneAttempt } from './one-attempt.ts';
import { isKeyShaped, mayCarryKey } from './origin-rule.ts';
import type { Outgoing } from './outgoing.ts';
import { requestFailure } from './request-failure.ts';
import type { NetworkSign, TransportDeps } from './transport-deps.ts';

export type Transport = {
  /** Sends any request. Never throws for network or service errors. */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<Reply>;
  /** A `fetch` under the same rules, for protocol libraries. */
  fetchAs(options: GuardedFetchOptions): GuardedFetch;
  /** The origin's budget. */
  budget: OriginBudget;
};

const LONGEST_WAIT_MS = 15_000;
const REPEATS_OF_A_READ = 2;

export function createTransport(deps: TransportDeps): Transport {
  const longestWaitMs = deps.longestWaitMs ?? LONGEST_WAIT_MS;
  const timing = deps.timing ?? { ...SYSTEM_TIMING, clock: deps.clock };
  const budget = deps.budgets.of(deps.origin);
  const never = new AbortController().signal;

  const recordAttempt = (
    outgoing: Outgoing,
    attempt: Attempt,
    number: number,
    at: number,
    ms: number,
  ): void =>
    deps.record({
      at,
      role: outgoing.role,
      method: outgoing.method,
      origin: outgoing.url.origin,
      path: `${outgoing.url.pathname}${outgoing.url.search}`.slice(0, 500),
      status: attempt.status,
      durationMs: Math.round(ms),
      bytes: attempt.bytes,
      attempt: number,
      requestIdSent: attempt.requestIdSent,
      requestId: attempt.requestId,
      errorCode: attempt.reply.ok ? null : attempt.reply.failure.code,
      notices: attempt.notices,
    });

  const learn = (sign: NetworkSign): void => {
    deps.onSign?.(sign);
  };

  const learnOf = ({ headers, unreachable, instead, status, reply }: Attempt): void => {
    if (status !== null && !reply.ok)
      budget.learn({
        status,
        retryAfterMs: reply.failure.retryAfterMs,
        retryable: reply.failure.problem?.retryable ?? null,
      });
    else if (status !== null) budget.learn({ status, retryAfterMs: null, retryable: null });
    if (headers !== null) learn(instead ? 'instead' : 'answered');
    else if (unreachable) learn('unreachable');
  };

  const once = async (
    outgoing: Outgoing,
    key: string | null,
    number: number,
    since: number,
    signal: AbortSignal,
  ): Promise<Reply> => {
    let leave: () => void;
    for (;;) {
      const { urgent, role: what } = outgoing;
      const entered = await enter(budget, { urgent, what, since, longestWaitMs }, signal);
      if ('failure' in entered) return { ok: false, failure: entered.failure };
      leave = entered.leave;
      // The same read may have failed elsewhere while this one was queued.
      const left = outgoing.isRead ? budget.readHeldForMs(nameOf(outgoing)) : 0;
      if (left <= 0) break;
      leave();
      try {
        await sleep(timing, left, signal);
      } catch {
        return GIVEN_UP;
      }
    }
    try {
      const at = deps.clock();
      const started = timing.monotonic();
      const attempt = await oneAttempt(
        {
          outgoing,
          key,
          fetch: deps.fetch,
          now: deps.clock,
          after: timing.after,
          readHeavy: deps.readHeavy,
          isOwn: deps.isOwn,
        },
        signal,
      );
      learnOf(attempt);
      if (key !== null && attempt.status !== null && !attempt.instead) deps.onKeyAnswered?.(attempt.status);
      recordAttempt(outgoing, attempt, number, at, timing.monotonic() - started);
      if (outgoing.isRead)
        budget.learnOfRead(nameOf(outgoing), attempt.status === null || attempt.status >= 429);
      return attempt.reply;
    } finally {
      leave();
    }
  };

  const send = async (outgoing: Outgoing, signal: AbortSignal = never): Promise<Reply> => {
    if (outgoing.url.origin !== deps.origin)
      return requestFailure(
        'other_origin',
        'not_sent',
        'The request would have gone to another address than the marketplace’s. It was not sent.',
      );
    const key = outgoing.withKey ? await keyOf(deps, outgoing.url) : null;
    if (typeof key === 'object' && key !== null) return key.refused;
    const since = timing.monotonic();
    for (let number = 1; ; number++) {
      const reply = await once(outgoing, key, number, since, signal);
      if (reply.ok || !outgoing.isRead || outgoing.once || number > REPEATS_OF_A_READ) return reply;
      if (!mayRepeat(reply.failure, longestWaitMs)) return reply;
      // The wait happens on entering the budget again, which also shows it.
      if (budget.pausedForMs() > 0) continue;
      try {
        await sleep(timing, Math.max(ownWait(number, timing), reply.failure.retryAfterMs ?? 0), signal);
      } catch {
        return GIVEN_UP;
      }
    }
  };

  return {
    send,
    fetchAs: (options) => guardedFetch({ ...deps, timing, budget, learn, longestWaitMs }, options),
    budget,
  };
}

/** Identifies a read by everything sent; without a key the answer may differ. */
const nameOf = ({ method, url, body, withKey }: Outgoing): string =>
  `${withKey} ${method} ${url.href} ${body ?? ''}`;

async function keyOf(deps: TransportDeps, url: URL): Promise<string | { refused: Reply }> {
  const refused = (code: string, words: string) => ({ refused: requestFailure(code, 'not_sent', words) });
  if (!mayCarryKey(url, deps.origin))
    return refused(
      'key_needs_https',
      'An access key goes out over HTTPS only. Give the marketplace’s https:// address in Settings.',
    );
  let key: string | null;
  try {
    key = await deps.keyFor();
  } catch (error) {
    return error instanceof ContractFailure
      ? refused(error.failure.code, error.failure.message)
      : refused('key_unread', 'The access key could not be read, so nothing was sent.');
  }
  if (key === null)
    return refused('no_key', 'This needs an access key for this marketplace, and none is stored.');
  if (!isKeyShaped(key))
    return refused('key_unusable', 'The stored access key has characters that no key has. Store it again.');
  return key;
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
