import { ContractFailure } from '#shared/contract/failure.ts';
import { networkError, REDIRECTED } from '../sockets/network-error.ts';
import { isByHand } from '../waits/by-hand.ts';
import { type OriginBudget, OriginPaused, WaitStopped } from '../waits/origin-budget.ts';
import { sleep, type Timing } from '../waits/timing.ts';
import type { Reply, RequestFailure } from './answer.ts';
import { headerNotices } from './header-notices.ts';
import { isKeyShaped, mayCarryKey } from './origin-rule.ts';
import { failureWith, requestFailure } from './request-failure.ts';
import { newRequestId, REQUEST_ID_HEADER, receivedRequestId } from './request-id.ts';
import { retryAfter, waitFrom } from './retry-after.ts';
import type { TransportDeps } from './transport-deps.ts';
import { headersWithoutSecret } from './without-secret.ts';

/**
 * The one way to send: every request of the program is checked for its origin and its key, enters its origin's budget,
 * goes out with an id of its own and a deadline, and is written to the activity here, whoever reads its answer.
 */

/** Where requests go, and who is told of them. */
export type ExchangeDeps = TransportDeps & { timing: Timing; budget: OriginBudget; longestWaitMs: number };

export type Sending = {
  role: string;
  url: URL;
  init: Omit<RequestInit, 'headers'>;
  headers: Readonly<Record<string, string>>;
  /** `needed`: without one nothing is sent. */
  key: 'needed' | 'if any' | 'none';
  /** What identifies a read, which is not repeated at once where it failed; null for anything else. */
  read: string | null;
  /** Precedes other queued requests. */
  urgent: boolean;
  /** The number of the attempt, from 1, and when the first began, in monotonic ms. */
  attempt: number;
  since: number;
  /** Milliseconds until it is given up, from the first byte sent to the last received. */
  deadlineMs: number;
  /** Whether the answer may contain a new, unknown key: nothing of its head is then recorded but the id that was sent. */
  mayBringKey?: boolean;
};

/** A request that was answered. `leave` and `over` have to be called. */
export type Exchange = {
  ok: true;
  response: Response;
  status: number;
  /** The answer's headers without the key. */
  headers: Headers;
  key: string | null;
  requestIdSent: string;
  requestId: string | null;
  /** Why the body is not read to its end: too late, or given up; null for neither. */
  gaveUp(): RequestFailure | null;
  /** Leaves the budget to others. */
  leave(): void;
  /** What the answer says of waiting. `isOwn`: whether the service gave it, or something in between; null for no sign. */
  learn(said: { retryAfterMs: number | null; retryable: boolean | null; isOwn: boolean | null }): void;
  /** The body is over, or not read: calls off the deadline, and writes the activity row. Counts once. */
  over(bytes: number, errorCode: string | null): void;
};

/**
 * Sends a request once: no redirect is followed, no cookie kept, the deadline runs until the body is read. Never throws.
 */
export async function exchange(
  deps: ExchangeDeps,
  sending: Sending,
  given: AbortSignal,
): Promise<Exchange | (Reply & { ok: false })> {
  const { role, url, init, read, deadlineMs } = sending;
  const { timing, budget } = deps;
  if (url.origin !== deps.origin)
    return requestFailure(
      'other_origin',
      'not_sent',
      'The request would have gone to another address than the marketplace’s. It was not sent.',
    );
  const found = await keyFor(deps, sending);
  if (!found.ok) return found;
  const { key } = found;
  const leave = await enter(deps, sending, given);
  if (typeof leave !== 'function') return leave;

  const at = deps.clock();
  const started = timing.monotonic();
  const requestIdSent = newRequestId();
  const deadline = new AbortController();
  const callOff = timing.after(deadlineMs, () => deadline.abort());
  let status: number | null = null;
  let headers = new Headers();
  let requestId: string | null = null;
  const gaveUp = (): RequestFailure | null => {
    const more = { status, requestId: requestId ?? requestIdSent };
    if (deadline.signal.aborted)
      return failureWith('timeout', 'maybe', `No answer came within ${deadlineMs} ms.`, more);
    return given.aborted
      ? failureWith('cancelled', 'maybe', 'Given up while waiting for the answer.', more)
      : null;
  };
  let isOver = false;
  const over: Exchange['over'] = (bytes, errorCode) => {
    if (isOver) return;
    isOver = true;
    callOff();
    const isSafe = sending.mayBringKey !== true || requestId === requestIdSent;
    if (read !== null) budget.learnOfRead(read, status === null || status >= 429);
    deps.record({
      at,
      role,
      method: init.method ?? 'GET',
      origin: url.origin,
      path: `${url.pathname}${url.search}`.slice(0, 500),
      status,
      durationMs: Math.round(timing.monotonic() - started),
      bytes,
      attempt: sending.attempt,
      requestIdSent,
      requestId: isSafe ? requestId : null,
      errorCode,
      notices: sending.mayBringKey === true ? [] : headerNotices(headers, at),
    });
  };
  const learn: Exchange['learn'] = ({ isOwn, ...said }) => {
    if (status !== null) budget.learn({ status, ...said });
    if (isOwn !== null) deps.onSign?.(isOwn ? 'answered' : 'instead');
  };
  const failed = (failure: RequestFailure): Reply & { ok: false } => {
    over(0, failure.code);
    leave();
    return { ok: false, failure };
  };

  try {
    const response = await deps.fetch(url.href, {
      ...init,
      headers: {
        ...sending.headers,
        [REQUEST_ID_HEADER]: requestIdSent,
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([given, deadline.signal]),
    });
    status = response.status === 0 ? null : response.status;
    headers = headersWithoutSecret(response.headers, key);
    requestId = receivedRequestId(headers);
    if (status !== null && (status < 300 || status >= 400))
      return {
        ...{ ok: true, response, status, headers, key, requestIdSent, requestId },
        ...{ gaveUp, leave, learn, over },
      };
    response.body?.cancel().catch(() => undefined);
    const isOwn = deps.isOwn === undefined || requestId !== null;
    const retryAfterMs = waitFrom(isOwn, response.status, retryAfter(headers, null, deps.clock()));
    learn({ retryAfterMs, retryable: null, isOwn: false });
    return failed(failureWith('redirected', 'answered', REDIRECTED, { status, requestId, retryAfterMs }));
  } catch (error) {
    const { code, provablyNotSent, words } = networkError(error);
    const early = gaveUp();
    if (early === null && code === 'offline') deps.onSign?.('unreachable');
    const more = { requestId: provablyNotSent ? null : requestIdSent };
    const delivery = provablyNotSent ? 'not_sent' : 'maybe';
    return failed(early ?? failureWith(code, delivery, words, more));
  }
}

const GIVEN_UP = requestFailure('cancelled', 'not_sent', 'Given up before it was sent.');

/** Waits until the origin may be used, and while the same read failed elsewhere. Gives what leaves its budget again. */
async function enter(
  { budget, timing, longestWaitMs }: ExchangeDeps,
  { urgent, role: what, since, read }: Sending,
  signal: AbortSignal,
): Promise<(() => void) | (Reply & { ok: false })> {
  try {
    for (;;) {
      const leave = await budget.enter({ urgent, what, since, longestWaitMs, byHand: isByHand() }, signal);
      const left = read === null ? 0 : budget.readHeldForMs(read);
      if (left <= 0 && !signal.aborted) return leave;
      leave();
      await sleep(timing, left, signal);
    }
  } catch (error) {
    if (error instanceof WaitStopped)
      return requestFailure('cancelled', 'not_sent', error.message, { retryAfterMs: budget.pausedForMs() });
    if (!(error instanceof OriginPaused)) return GIVEN_UP;
    const words = 'The service asked to wait before it is asked again.';
    return requestFailure('rate_limited', 'not_sent', words, { retryAfterMs: error.remainingMs });
  }
}

/** Waits between two attempts; a failure if it is given up. */
export async function pause(
  timing: Timing,
  ms: number,
  signal: AbortSignal,
): Promise<(Reply & { ok: false }) | null> {
  try {
    await sleep(timing, ms, signal);
    return null;
  } catch {
    return GIVEN_UP;
  }
}

/** The key that goes with a request, null for none; a failure where it needs one. */
async function keyFor(
  deps: ExchangeDeps,
  { url, key: wanted }: Sending,
): Promise<{ ok: true; key: string | null } | (Reply & { ok: false })> {
  const without = (code: string, words: string) =>
    wanted === 'needed' ? requestFailure(code, 'not_sent', words) : { ok: true as const, key: null };
  if (wanted === 'none') return { ok: true, key: null };
  if (!mayCarryKey(url, deps.origin))
    return without(
      'key_needs_https',
      'An access key goes out over HTTPS only. Give the marketplace’s https:// address in Settings.',
    );
  try {
    const key = await deps.keyFor();
    if (key === null)
      return without('no_key', 'This needs an access key for this marketplace, and none is stored.');
    if (isKeyShaped(key)) return { ok: true, key };
    return without('key_unusable', 'The stored access key has characters that no key has. Store it again.');
  } catch (error) {
    return error instanceof ContractFailure
      ? requestFailure(error.failure.code, 'not_sent', error.failure.message)
      : requestFailure('key_unread', 'not_sent', 'The access key could not be read, so nothing was sent.');
  }
}
