import pRetry from 'p-retry';
import type { ActivityRow } from '#shared/contract/activity.ts';
import type { Asked, AskFailure } from './answer.ts';
import { askFailure } from './asked.ts';
import { type GuardedFetch, type GuardedFetchOptions, guardedFetch } from './guarded-fetch.ts';
import { type Attempt, oneAttempt } from './one-attempt.ts';
import { isKeyShaped, mayCarryKey } from './origin-rule.ts';
import type { Outgoing } from './outgoing.ts';
import { createRequestBudget, OriginPaused, WaitStopped } from './request-budget.ts';

export type RecordActivity = (row: Omit<ActivityRow, 'id'>) => void;

/** What a finished attempt says of the network. */
export type NetworkSign = 'answered' | 'unreachable';

export type TransportDeps = {
  fetch: typeof globalThis.fetch;
  /** UTC milliseconds. */
  clock: () => number;
  /** The one origin that this transport speaks to. */
  origin: string;
  /** The key that was given for exactly this origin, or null. */
  keyFor: () => Promise<string | null>;
  record: RecordActivity;
  onSign?: (sign: NetworkSign) => void;
  /** The origin asked to be left alone for so many milliseconds. */
  onPause?: (ms: number) => void;
  /** Something is held back by such a pause that was not, or no longer. */
  onHeldBack?: () => void;
  /** How long a request waits by itself where the service asks to wait, in milliseconds. */
  longestWaitMs?: number;
};

export type Transport = {
  /** The one function that every request passes. Never throws, whatever the network or the service does. */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<Asked>;
  /** A `fetch` under the same rules, for libraries that speak a protocol of their own. */
  fetchAs(options: GuardedFetchOptions): GuardedFetch;
  /** Milliseconds for which the origin asked to be left alone; 0 where it did not. */
  pausedForMs(): number;
  /** The roles of requests that are held back until then. */
  heldBack(): string[];
  /** Gives them up; none of them is sent. */
  stopWaiting(): void;
};

const AT_ONCE = 4;
const LONGEST_WAIT_MS = 15_000;
const REPEATS_OF_A_READ = 2;
/** Chromium keeps an unused connection for five minutes; twice that is past it for certain. */
const CONNECTION_KEPT_MS = 10 * 60_000;

/** Carries a failed read to the code that repeats it. */
class ReadFailed extends Error {
  readonly asked: Asked & { ok: false };

  constructor(asked: Asked & { ok: false }) {
    super(asked.failure.code);
    this.name = 'ReadFailed';
    this.asked = asked;
  }
}

export function createTransport(deps: TransportDeps): Transport {
  const longestWaitMs = deps.longestWaitMs ?? LONGEST_WAIT_MS;
  const budget = createRequestBudget({
    atOnce: AT_ONCE,
    longestWaitMs,
    onHeldBack: () => deps.onHeldBack?.(),
  });
  const never = new AbortController().signal;
  let answeredAt: number | null = null;

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
      errorCode: attempt.asked.ok ? null : attempt.asked.failure.code,
      notices: attempt.notices,
    });

  const learn = (sign: NetworkSign | null, pauseMs: number | null): void => {
    if (sign === 'answered') answeredAt = performance.now();
    if (sign !== null) deps.onSign?.(sign);
    if (pauseMs === null || pauseMs === 0) return;
    budget.pause(pauseMs);
    deps.onPause?.(pauseMs);
  };

  const learnOf = ({ headers, unreachable, status, asked }: Attempt): void =>
    learn(
      headers !== null ? 'answered' : unreachable ? 'unreachable' : null,
      (status === 429 || status === 503) && !asked.ok ? asked.failure.retryAfterMs : null,
    );

  const once = async (
    outgoing: Outgoing,
    key: string | null,
    number: number,
    since: number,
    signal: AbortSignal,
  ): Promise<Asked> => {
    let leave: () => void;
    try {
      leave = await budget.enter({ urgent: outgoing.urgent, what: outgoing.role, since }, signal);
    } catch (error) {
      if (error instanceof WaitStopped)
        return askFailure('cancelled', 'not_sent', error.message, { retryAfterMs: budget.pausedForMs() });
      if (!(error instanceof OriginPaused)) return CANCELLED;
      return askFailure('rate_limited', 'not_sent', 'The service asked to wait before it is asked again.', {
        retryAfterMs: error.remainingMs,
      });
    }
    try {
      const at = deps.clock();
      const started = performance.now();
      const mayBeResent = answeredAt !== null && started - answeredAt < CONNECTION_KEPT_MS;
      const attempt = await oneAttempt(
        { outgoing, key, fetch: deps.fetch, now: deps.clock },
        signal,
        mayBeResent,
      );
      learnOf(attempt);
      recordAttempt(outgoing, attempt, number, at, performance.now() - started);
      return attempt.asked;
    } finally {
      leave();
    }
  };

  const send = async (outgoing: Outgoing, signal: AbortSignal = never): Promise<Asked> => {
    if (outgoing.url.origin !== deps.origin)
      return askFailure(
        'other_origin',
        'not_sent',
        'The request would have gone to another address than the marketplace’s. It was not sent.',
      );
    const key = outgoing.withKey ? await keyOf(deps, outgoing.url) : null;
    if (typeof key === 'object' && key !== null) return key.refused;
    const since = performance.now();
    if (!outgoing.isRead) return once(outgoing, key, 1, since, signal);
    try {
      return await pRetry(
        async (number) => {
          const asked = await once(outgoing, key, number, since, signal);
          if (asked.ok) return asked;
          throw new ReadFailed(asked);
        },
        {
          retries: REPEATS_OF_A_READ,
          minTimeout: 250,
          maxTimeout: 2_000,
          randomize: true,
          signal,
          shouldRetry: ({ error }) =>
            error instanceof ReadFailed && mayRepeat(error.asked.failure, longestWaitMs),
        },
      );
    } catch (error) {
      return error instanceof ReadFailed ? error.asked : CANCELLED;
    }
  };

  return {
    send,
    fetchAs: (options) => guardedFetch({ ...deps, budget, learn }, options),
    pausedForMs: budget.pausedForMs,
    heldBack: budget.heldBack,
    stopWaiting: budget.stopWaiting,
  };
}

const CANCELLED = askFailure('cancelled', 'not_sent', 'Given up before it was sent.');

async function keyOf(deps: TransportDeps, url: URL): Promise<string | { refused: Asked }> {
  const refused = (code: string, words: string) => ({ refused: askFailure(code, 'not_sent', words) });
  if (!mayCarryKey(url, deps.origin))
    return refused(
      'key_needs_https',
      'An access key goes out over HTTPS only. Give the marketplace’s https:// address in Settings.',
    );
  const key = await deps.keyFor().catch(() => null);
  if (key === null)
    return refused('no_key', 'This needs an access key for this marketplace, and none is stored.');
  if (!isKeyShaped(key))
    return refused('key_unusable', 'The stored access key has characters that no key has. Store it again.');
  return key;
}

/**
 * Whether a failed read may be repeated by itself. A 429 only where the service names a time or says that it may be
 * retried (§7.1); whatever it calls not retryable never.
 */
function mayRepeat(failure: AskFailure, longestWaitMs: number): boolean {
  if (failure.problem?.retryable === false || (failure.retryAfterMs ?? 0) > longestWaitMs) return false;
  const invited = failure.retryAfterMs !== null || failure.problem?.retryable === true;
  if (failure.delivery === 'not_sent') return false;
  if (failure.code === 'connection_lost' || failure.code === 'cut_off') return true;
  if (failure.status === 502 || failure.status === 503 || failure.status === 504) return true;
  return invited && (failure.status === 429 || failure.status === 500);
}
