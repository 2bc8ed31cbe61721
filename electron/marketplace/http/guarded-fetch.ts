import { setImmediate as nextTurn } from 'node:timers/promises';
import { member } from '../answers/reading.ts';
import { isProblem } from '../service/failure-forms.ts';
import { responseOf } from '../sockets/response-of.ts';
import { readBounded } from './bounded-body.ts';
import { type Exchange, type ExchangeDeps, exchange } from './exchange.ts';
import { parseJson, saysHtml, TOO_HEAVY } from './json-body.ts';
import { type JsonWeight, jsonScale } from './json-scale.ts';
import { PORTAL_STATUSES } from './read-reply.ts';
import { failureWith, RequestFailed, requestFailed } from './request-failure.ts';
import { retryAfter, saidRetryable, statedWait, waitFrom } from './retry-after.ts';
import { secretFilter } from './without-secret.ts';

/** The head of an answer. */
export type Passage = {
  status: number;
  requestId: string | null;
  retryAfterMs: number | null;
  /**
   * Records the wait in a refusal within the body, in ms (§7.1), whose status may be a success. Returns null if there
   * is none.
   */
  learnWait(refusal: unknown): number | null;
  /** Resolves once the body is over, however it ended. */
  over: Promise<void>;
};

export type GuardedFetchOptions = {
  /** For the activity row. */
  role: string;
  /** Whether to send the key, if there is one. */
  withKey: boolean;
  /** Whether the answer may contain a new, unknown key: only the sent id of its head is then recorded. */
  mayBringKey?: boolean;
  /** Milliseconds until the body is complete; for an event stream requested with GET, until its head. */
  deadlineMs: number;
  /** In bytes of one decompressed body. An event stream is cut there and can be resumed. */
  maximumBytes: number;
  /** The most values and names in one message, if the reader parses it in this process. */
  heaviest?: Pick<JsonWeight, 'values' | 'names'>;
  onPassage?: (passage: Passage) => void;
};

export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for protocol libraries, under the rules of the one way to send, with bounded bodies. Throws `RequestFailed` if
 * there is no answer.
 */
export function guardedFetch(deps: ExchangeDeps, options: GuardedFetchOptions): GuardedFetch {
  return async (address, init = {}) => {
    const { headers: declared, ...rest } = init;
    const made = await exchange(
      deps,
      {
        ...{ role: options.role, url: new URL(address), init: rest, deadlineMs: options.deadlineMs },
        headers: Object.fromEntries(new Headers(declared)),
        key: options.withKey ? 'if any' : 'none',
        mayBringKey: options.mayBringKey === true,
        ...{ read: null, urgent: false, attempt: 1, since: deps.timing.monotonic() },
      },
      init.signal ?? new AbortController().signal,
    );
    if (!made.ok) throw new RequestFailed(made.failure);
    try {
      return await passedOn(deps, options, made, init.method ?? 'GET');
    } catch {
      const failure =
        made.gaveUp() ?? failureWith('cut_off', 'maybe', 'The answer broke off before its end.');
      made.over(0, failure.code);
      throw new RequestFailed(failure);
    } finally {
      made.leave();
    }
  };
}

async function passedOn(
  deps: ExchangeDeps,
  options: GuardedFetchOptions,
  made: Exchange,
  method: string,
): Promise<Response> {
  const { response, status, requestId, learn, over } = made;
  const { answer, body } = response.ok ? { answer: response, body: null } : await readRefusalBody(response);
  const { headers } = answer;
  const isPage = saysHtml(typeOf(answer)) || PORTAL_STATUSES.has(status);
  // The body of a success is read elsewhere: without a request id (§7.2) it may be anybody's.
  const shown = response.ok
    ? null
    : deps.isOwn === undefined ||
      deps.isOwn({ status, headers, body, bytes: NO_BYTES, isDeclared: isProtocolError });
  const isOwn = requestId !== null || (!isPage && shown);
  const retryAfterMs = waitFrom(isOwn, status, retryAfter(headers, body, deps.clock()));
  learn({
    ...{ retryAfterMs, retryable: saidRetryable(body) },
    isOwn: isOwn === null && !response.ok ? false : isOwn,
  });
  const { promise, resolve: end } = Promise.withResolvers<void>();
  options.onPassage?.({
    over: promise,
    status,
    requestId,
    retryAfterMs,
    learnWait: (refusal) => {
      const named = statedWait({ body: refusal });
      const retryable = saidRetryable(refusal);
      deps.budget.learn({ status: REFUSED_WITHIN, retryAfterMs: named, retryable });
      return named;
    },
  });
  const isEventStream = method === 'GET' && /^text\/event-stream\b/i.test(typeOf(answer));
  if (isEventStream || answer.body === null) over(0, errorOf(answer));
  return bounded(answer, options, made.key, (bytes, cut) => {
    over(bytes, cut ?? errorOf(answer));
    end();
  });
}

/** An error of JSON-RPC, of OAuth (RFC 6749 §5.2, RFC 8628 §3.5), or a problem as seen live. */
function isProtocolError(status: number, body: unknown): boolean {
  const error = member(body, 'error');
  return (
    isProblem(status, body) ||
    (member(body, 'jsonrpc') === '2.0' && Number.isInteger(member(error, 'code'))) ||
    (typeof error === 'string' && OAUTH_ERRORS.has(error))
  );
}

const OAUTH_ERRORS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_redirect_uri',
  'invalid_grant',
  'invalid_token',
  'invalid_scope',
  'insufficient_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
]);

/** Bytes of a body that is not read here. */
const NO_BYTES = new Uint8Array(0);

/** Status recorded for a refusal inside a successful answer. */
const REFUSED_WITHIN = 0;

/** In bytes; larger than any problem document. */
const LARGEST_REFUSAL = 256 * 1024;

/** An answer that refuses, with its body, which alone may state a wait (§7.1). */
async function readRefusalBody(response: Response): Promise<{ answer: Response; body: unknown }> {
  const { bytes } = await readBounded(response, LARGEST_REFUSAL);
  const json = parseJson(bytes);
  return { answer: responseOf(new Response(bytes).body, response), body: json.ok ? json.value : null };
}

const typeOf = (response: Response): string => response.headers.get('content-type') ?? '';

const errorOf = (response: Response): string | null => (response.ok ? null : `status_${response.status}`);

/** Bytes passed on in one turn of the event loop: a library reads hundreds of small messages in them within its budget. */
const IN_ONE_TURN = 8 * 1024;

/** The answer with a bounded body and without the key; reports once how much was received, and why it was cut. */
function bounded(
  response: Response,
  { maximumBytes, heaviest }: Pick<GuardedFetchOptions, 'maximumBytes' | 'heaviest'>,
  key: string | null,
  ended: (bytes: number, cut: string | null) => void,
): Response {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const filter = secretFilter(key);
  const scale = jsonScale({ events: /^text\/event-stream\b/i.test(typeOf(response)) });
  const tooHeavy = (piece: Uint8Array): boolean => {
    if (heaviest === undefined) return false;
    const { values, names } = scale.weigh(piece);
    return values > heaviest.values || names > heaviest.names;
  };
  let bytes = 0;
  let waiting: Uint8Array = new Uint8Array(0);
  const passOn = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const next = waiting.subarray(0, IN_ONE_TURN);
    waiting = waiting.subarray(next.byteLength);
    await nextTurn();
    controller.enqueue(next);
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        // Goes on until something is passed on: the whole chunk may be held back.
        for (;;) {
          if (waiting.byteLength > 0) return await passOn(controller);
          const { done, value } = await reader.read();
          if (done) {
            const rest = filter.end();
            if (rest.byteLength > 0) controller.enqueue(rest);
            controller.close();
            return ended(bytes, null);
          }
          bytes += value.byteLength;
          if (bytes > maximumBytes || tooHeavy(value)) {
            reader.cancel().catch(() => undefined);
            ended(bytes, 'too_large');
            return controller.error(
              requestFailed(
                'too_large',
                'maybe',
                bytes > maximumBytes
                  ? `The answer is larger than ${maximumBytes} bytes and was cut.`
                  : `The answer cannot be read: ${TOO_HEAVY}.`,
              ),
            );
          }
          waiting = filter.push(value);
        }
      } catch {
        ended(bytes, 'cut_off');
        controller.error(requestFailed('cut_off', 'maybe', 'The answer broke off before its end.'));
      }
    },
    cancel(reason) {
      ended(bytes, null);
      return reader.cancel(reason);
    },
  });
  return responseOf(body, response);
}
