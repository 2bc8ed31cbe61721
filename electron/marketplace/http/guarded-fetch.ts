import { networkError, REDIRECTED } from '../sockets/network-error.ts';
import { responseOf } from '../sockets/response-of.ts';
import { type OriginBudget, OriginPaused, WaitStopped } from '../waits/origin-budget.ts';
import type { Timing } from '../waits/timing.ts';
import type { RequestFailure } from './answer.ts';
import { readBounded } from './bounded-body.ts';
import { headerNotices } from './header-notices.ts';
import { hidingInStream } from './hidden-in-stream.ts';
import { parseJson, TOO_HEAVY } from './json-body.ts';
import { type JsonWeight, jsonScale } from './json-scale.ts';
import { isKeyShaped, mayCarryKey } from './origin-rule.ts';
import { requestFailure } from './request-failure.ts';
import { newRequestId, REQUEST_ID_HEADER, receivedRequestId } from './request-id.ts';
import { retryAfter, saidRetryable, waitNamedBy } from './retry-after.ts';
import type { NetworkSign, TransportDeps } from './transport-deps.ts';
import { headersWithoutSecret } from './without-secret.ts';

/** Thrown where no answer came, with what is known of it. Never quotes the request. */
export class RequestFailed extends Error {
  readonly failure: RequestFailure;

  constructor(failure: RequestFailure) {
    super(failure.message);
    this.name = 'RequestFailed';
    this.failure = failure;
  }
}

/** What an answer's head says. */
export type Passage = {
  status: number;
  requestId: string | null;
  retryAfterMs: number | null;
  /** Takes in the wait that a refusal within the body names, in ms (§7.1): its status may be that of a success. Null where none. */
  learnWait(refusal: unknown): number | null;
};

export type GuardedFetchOptions = {
  /** For the activity row. */
  role: string;
  /** Whether the key goes along where there is one. */
  withKey: boolean;
  /** Whether the answer may hand over a key, which nobody knows yet: its head is not recorded but for the id that was sent. */
  mayBringKey?: boolean;
  /** Milliseconds until the body is whole; of a stream of events asked for with GET, until its head. */
  deadlineMs: number;
  /** Bytes of one body, decompressed. A stream of events is cut there and may be taken up again. */
  maximumBytes: number;
  /** Values and names that one message may hold, where whoever reads the body parses it in this process. */
  heaviest?: Pick<JsonWeight, 'values' | 'names'>;
  onPassage?: (passage: Passage) => void;
};

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export type GuardedFetchDeps = Pick<TransportDeps, 'fetch' | 'clock' | 'origin' | 'keyFor' | 'record'> & {
  timing: Timing;
  budget: OriginBudget;
  longestWaitMs: number;
  learn: (sign: NetworkSign) => void;
};

/**
 * A `fetch` for libraries that speak a protocol of their own, under the transport's rules: one origin, the
 * key to it alone, no redirect, a deadline, bounded bodies, the origin's budget, request ids, an activity row each.
 * Throws `RequestFailed` where no answer came.
 */
export function guardedFetch(deps: GuardedFetchDeps, options: GuardedFetchOptions): GuardedFetch {
  return async (address, init = {}) => {
    const url = new URL(address);
    if (url.origin !== deps.origin) refuse('other_origin', 'The request would have gone to another address.');
    const key = options.withKey && mayCarryKey(url, deps.origin) ? await usableKey(deps) : null;
    const given = init.signal ?? new AbortController().signal;
    const leave = await entered(deps, options.role, given);
    const deadline = new AbortController();
    const callOff = deps.timing.after(options.deadlineMs, () => deadline.abort());
    const requestIdSent = newRequestId();
    const method = init.method ?? 'GET';
    const at = deps.clock();
    const started = deps.timing.monotonic();
    let recorded = false;
    const record = (answer: Response | null, bytes: number, errorCode: string | null): void => {
      if (recorded) return;
      recorded = true;
      callOff();
      const safeHeaders = headersWithoutSecret(answer?.headers ?? new Headers(), key);
      const requestId = receivedRequestId(safeHeaders);
      const isSafe = options.mayBringKey !== true;
      deps.record({
        at,
        role: options.role,
        method,
        origin: url.origin,
        path: `${url.pathname}${url.search}`.slice(0, 500),
        status: answer === null || answer.status === 0 ? null : answer.status,
        durationMs: Math.round(deps.timing.monotonic() - started),
        bytes,
        attempt: 1,
        requestIdSent,
        requestId: isSafe || requestId === requestIdSent ? requestId : null,
        errorCode,
        notices: isSafe ? headerNotices(safeHeaders) : [],
      });
    };
    try {
      const headers = new Headers(init.headers);
      headers.set(REQUEST_ID_HEADER, requestIdSent);
      if (key !== null) headers.set('authorization', `Bearer ${key}`);
      const response = await deps.fetch(url.href, {
        ...init,
        headers,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.any([given, deadline.signal]),
      });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        response.body?.cancel().catch(() => undefined);
        const { status } = response;
        const retryAfterMs = retryAfter(response.headers, null, deps.clock(), status);
        deps.budget.learn({ status, retryAfterMs, retryable: null });
        record(response, 0, 'redirected');
        refuse('redirected', REDIRECTED, 'answered');
      }
      const { answer, body } = response.ok ? { answer: response, body: null } : await refusalIn(response);
      const { status } = answer;
      const retryAfterMs = retryAfter(answer.headers, body, deps.clock(), status);
      deps.learn('answered');
      deps.budget.learn({ status, retryAfterMs, retryable: saidRetryable(body) });
      const requestId = receivedRequestId(headersWithoutSecret(answer.headers, key));
      options.onPassage?.({
        status,
        requestId,
        retryAfterMs,
        learnWait: (refusal) => {
          const named = waitNamedBy({ body: refusal });
          deps.budget.learn({
            status: REFUSED_WITHIN,
            retryAfterMs: named,
            retryable: saidRetryable(refusal),
          });
          return named;
        },
      });
      const isEventStream = method === 'GET' && /^text\/event-stream\b/i.test(typeOf(answer));
      if (isEventStream || answer.body === null) record(answer, 0, errorOf(answer));
      return bounded(answer, options, key, (bytes, cut) => record(answer, bytes, cut ?? errorOf(answer)));
    } catch (error) {
      if (error instanceof RequestFailed) throw error;
      const failure = lost(error, given.aborted, deadline.signal.aborted, options.deadlineMs, requestIdSent);
      if (failure.code === 'offline') deps.learn('unreachable');
      record(null, 0, failure.code);
      throw new RequestFailed(failure);
    } finally {
      leave();
    }
  };
}

/** Stands for a refusal whose answer has the status of a success. */
const REFUSED_WITHIN = 0;

/** Bytes; more than any problem says. */
const LARGEST_REFUSAL = 256 * 1024;

/** An answer that refuses, and what its body says: a wait may stand there alone (§7.1). */
async function refusalIn(response: Response): Promise<{ answer: Response; body: unknown }> {
  const { bytes } = await readBounded(response, LARGEST_REFUSAL);
  const json = parseJson(bytes);
  return { answer: responseOf(new Response(bytes).body, response), body: json.ok ? json.value : null };
}

function refuse(code: string, words: string, delivery: RequestFailure['delivery'] = 'not_sent'): never {
  throw new RequestFailed(requestFailure(code, delivery, words).failure);
}

const typeOf = (response: Response): string => response.headers.get('content-type') ?? '';

const errorOf = (response: Response): string | null => (response.ok ? null : `status_${response.status}`);

async function usableKey(deps: GuardedFetchDeps): Promise<string | null> {
  const key = await deps.keyFor().catch(() => null);
  return key !== null && isKeyShaped(key) ? key : null;
}

async function entered(
  { budget, timing, longestWaitMs }: GuardedFetchDeps,
  what: string,
  signal: AbortSignal,
): Promise<() => void> {
  try {
    return await budget.enter({ urgent: false, what, since: timing.monotonic(), longestWaitMs }, signal);
  } catch (error) {
    if (error instanceof WaitStopped) return refuse('cancelled', error.message);
    if (!(error instanceof OriginPaused)) return refuse('cancelled', 'Given up before it was sent.');
    throw new RequestFailed(
      requestFailure('rate_limited', 'not_sent', 'The service asked to wait before it is asked again.', {
        retryAfterMs: error.remainingMs,
      }).failure,
    );
  }
}

function lost(
  error: unknown,
  cancelled: boolean,
  late: boolean,
  deadlineMs: number,
  requestId: string,
): RequestFailure {
  if (cancelled)
    return requestFailure('cancelled', 'maybe', 'Given up while waiting for the answer.', { requestId })
      .failure;
  if (late)
    return requestFailure('timeout', 'maybe', `No answer came within ${deadlineMs} ms.`, { requestId })
      .failure;
  const trouble = networkError(error);
  return requestFailure(trouble.code, trouble.provablyNotSent ? 'not_sent' : 'maybe', trouble.words, {
    requestId: trouble.provablyNotSent ? null : requestId,
  }).failure;
}

/** The answer with its body bounded and without the key; reports once how much came, and why it was cut where it was. */
function bounded(
  response: Response,
  { maximumBytes, heaviest }: Pick<GuardedFetchOptions, 'maximumBytes' | 'heaviest'>,
  key: string | null,
  ended: (bytes: number, cut: string | null) => void,
): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const hider = hidingInStream(key);
  const scale = jsonScale({ events: /^text\/event-stream\b/i.test(typeOf(response)) });
  const tooHeavy = (piece: Uint8Array): boolean => {
    if (heaviest === undefined) return false;
    const { values, names } = scale.weigh(piece);
    return values > heaviest.values || names > heaviest.names;
  };
  let bytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // A piece that is held back whole must not end the pulling.
        for (;;) {
          const { done, value } = await reader.read();
          if (done) {
            const rest = hider.end();
            if (rest.byteLength > 0) controller.enqueue(rest);
            controller.close();
            return ended(bytes, null);
          }
          bytes += value.byteLength;
          if (bytes > maximumBytes || tooHeavy(value)) {
            reader.cancel().catch(() => undefined);
            ended(bytes, 'too_large');
            return controller.error(
              new RequestFailed(
                requestFailure(
                  'too_large',
                  'maybe',
                  bytes > maximumBytes
                    ? `The answer is larger than ${maximumBytes} bytes and was cut.`
                    : `The answer cannot be read: ${TOO_HEAVY}.`,
                ).failure,
              ),
            );
          }
          const shown = hider.push(value);
          if (shown.byteLength > 0) return controller.enqueue(shown);
        }
      } catch {
        ended(bytes, 'cut_off');
        controller.error(
          new RequestFailed(
            requestFailure('cut_off', 'maybe', 'The answer broke off before its end.').failure,
          ),
        );
      }
    },
    cancel(reason) {
      ended(bytes, null);
      return reader.cancel(reason);
    },
  });
  return responseOf(body, response);
}
