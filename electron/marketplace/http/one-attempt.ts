import { begins } from '../../log/time-budget.ts';
import { networkError } from '../sockets/network-error.ts';
import type { Timing } from '../waits/timing.ts';
import type { Reply } from './answer.ts';
import { readBounded } from './bounded-body.ts';
import { exchange, GIVEN_UP } from './exchange.ts';
import { headerNotices } from './header-notices.ts';
import { type ReadHeavy, readBody, saysHtml, saysJson } from './json-body.ts';
import type { Outgoing } from './outgoing.ts';
import { readProblem } from './read-problem.ts';
import { requestFailure } from './request-failure.ts';
import { retryAfter, serverDate } from './retry-after.ts';
import { statusMessage } from './status-messages.ts';
import type { TransportDeps } from './transport-deps.ts';

export type Attempt = {
  reply: Reply;
  /** The id sent with this attempt. */
  requestIdSent: string;
  status: number | null;
  requestId: string | null;
  bytes: number;
  notices: string[];
  /** The answer's headers; null if there was no answer. */
  headers: Headers | null;
  /** Whether this machine could not reach the service at all. */
  unreachable: boolean;
  /** Whether something in between answered in the service's place: a portal, a proxy, a provider's error page. */
  instead: boolean;
};

type Sent = {
  outgoing: Outgoing;
  key: string | null;
  fetch: typeof globalThis.fetch;
  now: () => number;
  after: Timing['after'];
  readHeavy: ReadHeavy | undefined;
  isOwn?: TransportDeps['isOwn'];
};

/** Sends a request once and returns the result. Never throws. */
export async function oneAttempt(sent: Sent, given: AbortSignal): Promise<Attempt> {
  const { outgoing, key } = sent;
  const { method, url, body, headers, deadlineMs } = outgoing;
  const made = await exchange(
    sent,
    {
      url,
      init: { method, ...(body === undefined ? {} : { body }) },
      headers: {
        // A JSON type of the service's own has no range by which it could be named.
        accept: 'application/json, application/problem+json, */*;q=0.5',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      key,
      deadlineMs,
    },
    given,
  );
  const attempt: Attempt = {
    reply: GIVEN_UP,
    requestIdSent: made.requestIdSent,
    status: null,
    requestId: null,
    bytes: 0,
    notices: [],
    headers: null,
    unreachable: made.unreachable,
    instead: false,
  };
  const { response, failure } = made;
  if (response !== null) {
    attempt.headers = made.headers;
    attempt.status = response.status === 0 ? null : response.status;
    attempt.requestId = made.requestId;
    attempt.notices = headerNotices(made.headers);
  }
  if (failure !== null) {
    attempt.instead = response !== null;
    attempt.reply = { ok: false, failure };
  } else if (response !== null)
    try {
      attempt.reply = await answerOf(response, sent, attempt);
      const gaveUp = made.gaveUp();
      if (!attempt.reply.ok && attempt.reply.failure.code === 'cut_off' && gaveUp !== null)
        attempt.reply = { ok: false, failure: gaveUp };
    } catch (error) {
      const gaveUp = made.gaveUp();
      const { code, provablyNotSent, words } = networkError(error);
      attempt.reply =
        gaveUp === null
          ? requestFailure(code, provablyNotSent ? 'not_sent' : 'maybe', words, {
              requestId: made.requestIdSent,
            })
          : { ok: false, failure: gaveUp };
    }
  made.ended();
  attempt.reply = withNamedWait(attempt, sent.now());
  return attempt;
}

/** A wait that the headers name holds whatever became of the body: cut off, too late, too large or not to be read (§7.1). */
function withNamedWait({ reply, headers }: Attempt, now: number): Reply {
  const named = reply.ok || headers === null ? null : retryAfter(headers, null, now);
  if (reply.ok || named === null) return reply;
  const { failure } = reply;
  return { ok: false, failure: { ...failure, retryAfterMs: Math.max(named, failure.retryAfterMs ?? 0) } };
}

async function answerOf(response: Response, sent: Sent, attempt: Attempt): Promise<Reply> {
  begins(`an answer (${sent.outgoing.role})`);
  const { status, requestId } = attempt;
  const headers = attempt.headers ?? response.headers;
  const read = await readBounded(response, sent.outgoing.maximumBytes);
  const receivedAt = sent.now();
  const succeeded = response.status >= 200 && response.status < 300;
  const contentType = response.headers.get('content-type');
  const { bytes, json } = await readBody(
    { bytes: read.bytes, secret: sent.key, isComplete: read.ok },
    sent.outgoing.maximumBytes,
    sent.readHeavy,
    saysHtml(contentType)
      ? { ok: false, why: 'it is a web page' }
      : !read.ok || (succeeded && sent.outgoing.asBytes === true)
        ? 'bytes'
        : 'json',
  );
  attempt.bytes = bytes.byteLength;
  // What a success says is lost with its body: it may well have been carried out.
  const delivery = succeeded ? 'maybe' : 'answered';
  if (!read.ok)
    return read.why === 'too_large'
      ? requestFailure(
          'too_large',
          delivery,
          `The answer is larger than ${sent.outgoing.maximumBytes} bytes and was cut.`,
          { status, requestId },
        )
      : requestFailure('cut_off', delivery, 'The answer broke off before its end.', {
          status,
          requestId,
          bytes,
        });

  const body = json.ok ? json.value : null;
  const isPage =
    PORTAL_STATUSES.has(response.status) || saysHtml(contentType) || (!json.ok && startsAsPage(bytes));
  // A request id is the service's own (§7.2), whatever else an answer looks like.
  const isOwn = sent.isOwn?.({ status: response.status, headers, body, bytes }) ?? true;
  attempt.instead = requestId === null && (isPage || !isOwn);
  const repeated = json.ok && json.repeated !== undefined ? { repeated: json.repeated } : {};
  if (!succeeded) {
    const { code, words } = statusMessage(response.status);
    const paymentRequired = response.status === 402 ? headers.get('payment-required') : null;
    return requestFailure(
      code,
      // What is not the service's proves nothing of what the service did.
      attempt.instead ? 'maybe' : 'answered',
      attempt.instead ? insteadMessage(response.status) : words,
      {
        status,
        requestId,
        body,
        ...repeated,
        problem: attempt.instead ? null : readProblem(body),
        retryAfterMs: retryAfter(response.headers, body, receivedAt),
        ...(json.ok ? {} : { bytes }),
        ...(paymentRequired === null ? {} : { paymentRequired }),
      },
    );
  }
  if (!json.ok)
    return requestFailure(
      saysJson(contentType) ? 'unreadable' : 'wrong_type',
      'maybe',
      attempt.instead && isPage ? insteadMessage(response.status) : `The answer cannot be read: ${json.why}.`,
      { status, requestId, bytes },
    );
  return {
    ok: true,
    answer: {
      status: response.status,
      headers,
      body: json.value,
      ...repeated,
      bytes,
      requestId,
      receivedAt,
      serverDate: serverDate(response.headers, receivedAt),
      retryAfterMs: retryAfter(response.headers, json.value, receivedAt),
    },
  };
}

/** RFC 6585 and RFC 9110: the network, or a proxy, asks for a login. */
export const PORTAL_STATUSES = new Set([407, 511]);

const insteadMessage = (status: number): string =>
  `Something between here and the marketplace answered in its place (status ${status}): the sign-in page of a network, a proxy, or an error page. What it says counts for nothing.`;

/** Whether bytes that are not JSON begin as a web page or another XML document does, whatever their declared type. */
function startsAsPage(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  return /^\s*</u.test(start);
}
