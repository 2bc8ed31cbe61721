import { networkError, REDIRECTED } from '../sockets/network-error.ts';
import { isByHand } from '../waits/by-hand.ts';
import { type OriginBudget, OriginPaused, WaitStopped } from '../waits/origin-budget.ts';
import type { Timing } from '../waits/timing.ts';
import type { RequestFailure } from './answer.ts';
import { requestFailure } from './request-failure.ts';
import { newRequestId, REQUEST_ID_HEADER, receivedRequestId } from './request-id.ts';
import { retryAfter } from './retry-after.ts';
import { headersWithoutSecret } from './without-secret.ts';

/**
 * The one way to send: every request of the program enters its origin's budget and goes out here, whoever reads its answer.
 */

/** Waits for the budget of the origin. Gives what leaves it again, or why nothing was sent. */
export async function enter(
  budget: OriginBudget,
  request: { urgent: boolean; what: string; since: number; longestWaitMs: number },
  signal: AbortSignal,
): Promise<{ leave: () => void } | { failure: RequestFailure }> {
  try {
    return { leave: await budget.enter({ ...request, byHand: isByHand() }, signal) };
  } catch (error) {
    if (error instanceof WaitStopped)
      return requestFailure('cancelled', 'not_sent', error.message, { retryAfterMs: budget.pausedForMs() });
    if (!(error instanceof OriginPaused)) return GIVEN_UP;
    const words = 'The service asked to wait before it is asked again.';
    return requestFailure('rate_limited', 'not_sent', words, { retryAfterMs: error.remainingMs });
  }
}

export const GIVEN_UP = requestFailure('cancelled', 'not_sent', 'Given up before it was sent.');

type Sending = {
  url: URL;
  init: Omit<RequestInit, 'headers'>;
  headers: Readonly<Record<string, string>>;
  key: string | null;
  /** Milliseconds until `ended` is called. */
  deadlineMs: number;
};

export type Exchange = {
  requestIdSent: string;
  /** Null if there was none. */
  response: Response | null;
  /** The answer's headers without the key. */
  headers: Headers;
  requestId: string | null;
  /** Why there is no answer that counts: none came, or it leads elsewhere. */
  failure: RequestFailure | null;
  /** Whether this machine could not reach the service at all. */
  unreachable: boolean;
  /** Why the body is not read to its end: too late, or given up; null for neither. */
  gaveUp(): RequestFailure | null;
  /** Calls off the deadline. */
  ended(): void;
};

/** Sends a request once: no redirect is followed, no cookie kept, the deadline runs until the body is read. Never throws. */
export async function exchange(
  deps: { fetch: typeof globalThis.fetch; now: () => number; after: Timing['after'] },
  { url, init, headers, key, deadlineMs }: Sending,
  given: AbortSignal,
): Promise<Exchange> {
  const deadline = new AbortController();
  const requestIdSent = newRequestId();
  const made: Exchange = {
    requestIdSent,
    response: null,
    headers: new Headers(),
    requestId: null,
    failure: null,
    unreachable: false,
    gaveUp: () => {
      const more = { status: made.response?.status ?? null, requestId: made.requestId ?? requestIdSent };
      if (deadline.signal.aborted)
        return requestFailure('timeout', 'maybe', `No answer came within ${deadlineMs} ms.`, more).failure;
      return given.aborted
        ? requestFailure('cancelled', 'maybe', 'Given up while waiting for the answer.', more).failure
        : null;
    },
    ended: deps.after(deadlineMs, () => deadline.abort()),
  };
  if (given.aborted) return { ...made, failure: GIVEN_UP.failure };
  try {
    const response = await deps.fetch(url.href, {
      ...init,
      headers: {
        ...headers,
        [REQUEST_ID_HEADER]: requestIdSent,
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([given, deadline.signal]),
    });
    made.response = response;
    made.headers = headersWithoutSecret(response.headers, key);
    made.requestId = receivedRequestId(made.headers);
    const { status } = response;
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      response.body?.cancel().catch(() => undefined);
      made.failure = requestFailure('redirected', 'answered', REDIRECTED, {
        status: status === 0 ? null : status,
        requestId: made.requestId,
        retryAfterMs: retryAfter(response.headers, null, deps.now()),
      }).failure;
    }
  } catch (error) {
    const { code, provablyNotSent, words } = networkError(error);
    const gaveUp = made.gaveUp();
    made.unreachable = gaveUp === null && code === 'offline';
    made.failure =
      gaveUp ??
      requestFailure(code, provablyNotSent ? 'not_sent' : 'maybe', words, {
        requestId: provablyNotSent ? null : requestIdSent,
      }).failure;
  }
  return made;
}
