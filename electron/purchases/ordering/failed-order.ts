import type { RequestFailure } from '../../marketplace/http/answer.ts';
import { readFailure } from '../../marketplace/service/read-answer.ts';
import { rawResponseOf } from '../journal/beginning-of-answer.ts';
import type { Entry } from '../journal/entry.ts';
import { plainRefusal, refusalOfFailure } from '../journal/messages.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { laterOrder, laterPoll, type Planning } from './back-off.ts';
import { isFirstSending, recordDeclined, recordRefused } from './declined-orders.ts';
import { otherCall } from './purchase-account.ts';
import { chargeOfFailure } from './stated-charge.ts';

/** Statuses that mean "refused before anything was done". 408, 409, 425 and 5xx do not. */
const REFUSED_BEFORE_ANYTHING = new Set<number | null>([400, 401, 402, 403, 404, 405, 410, 413, 415, 422]);

/**
 * What became of an order whose sending failed. `never_left`: nothing reached the service. `not_accepted`: the identical
 * order may be sent again after a wait. `refused`: nothing was bought. `declined`: refused, but an earlier sending may
 * have been accepted. `lost`: it may have been charged.
 */
type Fate = 'never_left' | 'not_accepted' | 'refused' | 'declined' | 'lost';

function fateOf(
  context: Uses<'journal'>,
  entry: Entry,
  failure: RequestFailure,
  callRef: string | null,
): Fate {
  const { status, delivery } = failure;
  const isFirst = isFirstSending(context, entry);
  if (delivery === 'not_sent' && entry.state === 'submitted') {
    if (keepsWaiting(entry, failure)) return 'not_accepted';
    if (isFirst) return 'never_left';
  }
  if (status === 429 && mayRepeat(failure)) return 'not_accepted';
  // A refusal that names a Call says how to ask what became of it.
  if (callRef !== null || delivery !== 'answered') return 'lost';
  // A conflict says that the quote or the key is used, not by whom.
  if (status === 409) return 'declined';
  if (status === 429) return isFirst ? 'refused' : 'lost';
  if (!REFUSED_BEFORE_ANYTHING.has(status)) return 'lost';
  return isFirst ? 'refused' : 'declined';
}

/** Keeps the bytes of an answer that could not be read: they may contain the paid result. */
export function keepUnread(
  { outputs, clock }: Uses<'clock' | 'outputs'>,
  id: string,
  { bytes, delivery }: RequestFailure,
): void {
  if (bytes !== undefined && bytes.byteLength > 0 && delivery === 'maybe')
    outputs.storeCandidate(id, bytes, clock());
}

/** Applies the failure of a sending to its order. */
export function settleFailure(
  context: Planning & Uses<'journal' | 'outputs' | 'firstSeen'>,
  id: string,
  failure: RequestFailure,
): void {
  const entry = context.journal.must(id);
  const { requestId } = failure;
  const rawResponse = rawResponseOf(failure.bytes);
  keepUnread(context, id, failure);
  const detail = {
    code: failure.code,
    status: failure.status,
    delivery: failure.delivery,
    ...(rawResponse === null ? {} : { rawResponse }),
    body: failure.body,
  };
  const said = readFailure(failure.body);
  const callRef = said.kind === 'problem' ? said.callRef : null;
  const charge = chargeOfFailure(entry, 'call', failure);
  const isOfAnother = otherCall(context, entry, callRef) !== null;
  switch (fateOf(context, entry, failure, callRef)) {
    case 'never_left':
      context.journal.record(id, {
        event: 'never_left',
        words: failure.message,
        requestId,
        detail,
        changes: {
          refusal:
            failure.code === 'offline'
              ? null
              : plainRefusal({ code: failure.code, words: failure.message }, failure.retryAfterMs),
          waitUntil: null,
        },
      });
      return;
    case 'not_accepted':
      context.journal.record(id, {
        event: 'wait_requested',
        words:
          failure.status === 429 && failure.delivery === 'answered'
            ? 'The service asks to wait before it takes the Call.'
            : failure.message,
        requestId,
        detail,
        changes: {
          ...charge,
          ...laterOrder(context, entry, failure.retryAfterMs),
        },
      });
      return;
    case 'refused':
      recordRefused(context, entry, refusalOfFailure(failure), {
        requestId,
        detail: { code: failure.code, status: failure.status, body: failure.body },
        charge,
      });
      return;
    case 'declined':
      recordDeclined(
        context,
        entry,
        { refusal: refusalOfFailure(failure), status: failure.status, body: failure.body },
        { requestId, charge },
      );
      return;
    case 'lost':
      context.journal.record(id, {
        event: 'answer_lost',
        words: `${failure.message} It may have been charged, so Milepost looks for it at the service before anything else.`,
        requestId,
        detail,
        changes: {
          ...(isOfAnother ? {} : { ...(callRef !== null && { callRef }), ...charge }),
          ...laterPoll(context, entry, failure.retryAfterMs),
        },
      });
  }
}

/** §7.1: an order is repeated only if the answer allows it, by stating a wait or by saying so. */
const mayRepeat = ({ problem, retryAfterMs }: RequestFailure): boolean =>
  problem?.retryable !== false && (retryAfterMs !== null || problem?.retryable === true);

/** Whether an order that the service asked to wait keeps waiting, although it could not be sent in its turn. */
const keepsWaiting = (entry: Entry, failure: RequestFailure): boolean =>
  entry.polls > 0 && (failure.code === 'rate_limited' || failure.code === 'offline');
