import { begins } from '../../log/time-budget.ts';
import { isProblem } from '../service/failure-forms.ts';
import { networkError } from '../sockets/network-error.ts';
import type { Reply, RequestFailure } from './answer.ts';
import { readBounded } from './bounded-body.ts';
import type { Exchange, ExchangeDeps } from './exchange.ts';
import { serverDate } from './http-date.ts';
import { readBody, saysHtml, saysJson } from './json-body.ts';
import type { Outgoing } from './outgoing.ts';
import { readProblem } from './read-problem.ts';
import { requestFailure } from './request-failure.ts';
import { retryAfter, waitFrom } from './retry-after.ts';
import { statusMessage } from './status-messages.ts';

type Read = {
  reply: Reply;
  bytes: number;
  /** Whether the service gave it, or something in between: a portal, a proxy, a provider's error page; null if unknown. */
  isOwn: boolean | null;
  /** Whether a wait in it is the service's, where nothing shows yet who gave it: it has the form of one of its problems. */
  isProblem?: boolean;
  /** Whether it ended before its end: it may have been given up. */
  isBroken?: boolean;
};

/** Reads the answer to a request whole, and ends the exchange. Never throws. */
export async function readReply(deps: ExchangeDeps, outgoing: Outgoing, made: Exchange): Promise<Reply> {
  const { status, key, headers } = made;
  const {
    reply,
    bytes,
    isOwn,
    isProblem: isOwnWait = false,
    isBroken = false,
  } = await answerOf(deps, outgoing, made).catch((error: unknown): Read => {
    const { code, words } = networkError(error);
    const lost = requestFailure(code, 'maybe', words, { requestId: made.requestIdSent });
    return { reply: lost, bytes: 0, isOwn: headOwn(deps, made), isBroken: true };
  });
  const failure = (isBroken ? made.gaveUp() : null) ?? (reply.ok ? null : reply.failure);
  // A wait that the headers name holds whatever became of the body: cut off, too late, too large or not to be read (§7.1).
  const named = failure === null ? null : retryAfter(headers, null, deps.clock());
  const longest =
    named === null ? (failure?.retryAfterMs ?? null) : Math.max(named, failure?.retryAfterMs ?? 0);
  const retryAfterMs = waitFrom(isOwn ?? (isOwnWait || null), status, longest);
  const waiting: RequestFailure | null = failure && { ...failure, retryAfterMs };
  made.learn({
    retryAfterMs,
    retryable: failure?.problem?.retryable ?? null,
    isOwn: isBroken && isOwn !== true ? null : isOwn === true,
  });
  if (key !== null && isOwn === true) deps.onKeyAnswered?.(status);
  made.over(bytes, failure?.code ?? null);
  made.leave();
  return waiting === null ? reply : { ok: false, failure: waiting };
}

async function answerOf(
  deps: ExchangeDeps,
  { role, maximumBytes, asBytes, isDeclared = isProblem, mayLeaveOut = false }: Outgoing,
  made: Exchange,
): Promise<Read> {
  const { response, status, headers, requestId, key } = made;
  begins(`an answer (${role})`);
  const read = await readBounded(response, maximumBytes);
  const receivedAt = deps.clock();
  const succeeded = response.ok;
  const contentType = response.headers.get('content-type');
  const { bytes, json } = await readBody(
    { bytes: read.bytes, secret: key, isComplete: read.ok, mayLeaveOut },
    maximumBytes,
    deps.readHeavy,
    saysHtml(contentType)
      ? { ok: false, why: 'it is a web page' }
      : !read.ok || (succeeded && asBytes === true)
        ? 'bytes'
        : 'json',
  );
  // What a success says is lost with its body: it may well have been carried out.
  const delivery = succeeded ? 'maybe' : 'answered';
  const are = (reply: Reply, isOwn: Read['isOwn']): Read => ({ reply, bytes: bytes.byteLength, isOwn });
  if (!read.ok) {
    const isCut = read.why === 'too_large';
    const words = isCut
      ? `The answer is larger than ${maximumBytes} bytes and was cut.`
      : 'The answer broke off before its end.';
    const more = { status, requestId, ...(isCut ? {} : { bytes }) };
    const lost = requestFailure(isCut ? 'too_large' : 'cut_off', delivery, words, more);
    return { ...are(lost, headOwn(deps, made)), isBroken: true };
  }

  const body = json.ok ? json.value : null;
  const isPage = PORTAL_STATUSES.has(status) || saysHtml(contentType) || (!json.ok && startsAsPage(bytes));
  // A request id is the service's own (§7.2), whatever else an answer looks like.
  const shown = deps.isOwn === undefined || deps.isOwn({ status, headers, body, bytes, isDeclared });
  const isOwn = requestId !== null || (!isPage && shown);
  const instead = isOwn !== true;
  const repeated = json.ok && json.repeated !== undefined ? { repeated: json.repeated } : {};
  if (!succeeded) {
    const { code, words } = statusMessage(status);
    const paymentRequired = status === 402 ? headers.get('payment-required') : null;
    const refusal = requestFailure(
      code,
      // What is not the service's proves nothing of what the service did.
      instead ? 'maybe' : 'answered',
      instead ? insteadMessage(status, isOwn) : words,
      {
        status,
        requestId,
        body,
        ...repeated,
        problem: instead ? null : readProblem(body),
        retryAfterMs: retryAfter(response.headers, body, receivedAt),
        ...(json.ok ? {} : { bytes }),
        ...(paymentRequired === null ? {} : { paymentRequired }),
      },
    );
    return { ...are(refusal, isOwn), isProblem: isProblem(status, body) };
  }
  if (!json.ok)
    return are(
      requestFailure(
        saysJson(contentType) ? 'unreadable' : 'wrong_type',
        'maybe',
        instead && isPage ? insteadMessage(status, isOwn) : `The answer cannot be read: ${json.why}.`,
        { status, requestId, bytes },
      ),
      isOwn,
    );
  const success: Reply = {
    ok: true,
    answer: {
      status,
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
  return are(success, isOwn);
}

/** Whether the service gave an answer of which only the head was read. */
const headOwn = ({ isOwn }: ExchangeDeps, { requestId }: Exchange): boolean | null =>
  isOwn === undefined || requestId !== null ? true : null;

/** RFC 6585 and RFC 9110: the network, or a proxy, asks for a login. */
export const PORTAL_STATUSES = new Set([407, 511]);

const insteadMessage = (status: number, isOwn: boolean | null): string =>
  `Something between here and the marketplace answered in its place (status ${status}): the sign-in page of a network, a proxy, or an error page. What it says counts for nothing.${isOwn === null && KEY_REFUSED.includes(status) ? ' If that goes on, check the access key in Settings too.' : ''}`;

/** What a service answers to a key that it does not take. */
const KEY_REFUSED = [401, 403];

/** Whether bytes that are not JSON begin as a web page or another XML document does, whatever their declared type. */
function startsAsPage(bytes: Uint8Array): boolean {
  const start = new TextDecoder().decode(bytes.subarray(0, 200));
  return /^\s*</u.test(start);
}
