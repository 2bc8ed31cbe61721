import { chargeDiffers } from '#shared/purchase/charge.ts';
import { advance } from '#shared/purchase/state.ts';
import { type CallResult, readCallResult } from '../../marketplace/answers/call-result.ts';
import { fold } from '../../marketplace/answers/fold.ts';
import { CALL_RECORDS } from '../../marketplace/answers/member-names.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import { recordOf } from '../../marketplace/answers/shape.ts';
import type { Answer, Reply, RequestFailure } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import type { Via } from '../../outputs/outputs.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { Entry, Refusal } from '../journal/entry.ts';
import { IllegalEventError } from '../journal/journal.ts';
import { refusalMessage, refusalOfFailure } from '../journal/messages.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { rawResponseOf } from '../journal/raw-response.ts';
import { chargeOfEntry, countsMore, type StatedCharge, statedIn, UNSTATED } from '../journal/spending.ts';
import { laterOrder, laterPoll } from './back-off.ts';
import { couldBeTool } from './call-placing.ts';

/** Statuses that mean "refused before anything was done". 408, 409, 425 and 5xx do not. */
const REFUSED_BEFORE_ANYTHING = new Set([400, 401, 402, 403, 404, 405, 410, 413, 415, 422]);

/** Applies the reply to an order. */
export function applyReply(context: PurchaseContext, id: string, reply: Reply): void {
  if (reply.ok) settleResult(context, id, readCallResult(reply.answer.body), reply.answer, 'call');
  else settleFailure(context, id, reply.failure);
}

/** Whether an error is a bug: neither the disk nor another program on the data file explains it. */
export const isBug = (error: unknown): boolean =>
  !isStorageError(error) && !(error instanceof IllegalEventError);

/**
 * Records an order whose answer a bug kept Milepost from processing: stores the bytes and leaves the purchase
 * unknown, to be searched for at the service. It may have been charged, so it must not stay `submitted`.
 */
export function recordUnprocessedAnswer(context: PurchaseContext, id: string, answer: Answer | null): void {
  const entry = context.journal.must(id);
  if (isSettled(entry)) return;
  if (answer !== null) context.outputs.storeCandidate(id, 'call', answer.bytes, answer.receivedAt);
  context.journal.record(id, {
    event: 'answer_lost',
    words:
      'Milepost made a mistake in taking in the answer. It may have been charged, so Milepost looks for it at the service before anything else.',
    requestId: answer?.requestId ?? null,
    changes: laterPoll(context, entry),
  });
}

/** Applies the result of a Call, from any answer. The service's result kind decides, never the HTTP status alone. */
export function settleResult(
  context: PurchaseContext,
  id: string,
  result: CallResult,
  answer: Answer,
  via: Via,
): void {
  const entry = context.journal.must(id);
  const { requestId } = answer;
  const otherCall = identityChange(context, entry, result);
  if (otherCall !== null || result.kind === 'unreadable')
    context.outputs.storeCandidate(id, via, answer.bytes, answer.receivedAt);
  if (otherCall !== null && via === 'call' && entry.callRef === null) {
    // The service states that the order made no Call of its own; its list must confirm that.
    noteDeclined(context, entry, otherCall, NO_CALL_OF_ITS_OWN, requestId, answer.body);
    return;
  }
  if (otherCall !== null) {
    context.journal.record(id, {
      event: 'answer_lost',
      words: otherCall,
      requestId,
      detail: answer.body,
      changes: laterPoll(context, entry, statedWait(answer)),
    });
    return;
  }
  if (result.kind !== 'unreadable' && result.kind !== 'pending' && isSettled(entry)) {
    applyLateResult(context, entry, result, answer, via);
    return;
  }
  switch (result.kind) {
    case 'completed':
      complete(context, entry, result, answer, via);
      return;
    case 'pending':
      context.journal.record(id, {
        event: 'acknowledged',
        words: 'The service accepted the Call and is working on it.',
        requestId,
        changes: {
          callRef: result.callRef,
          ...chargeChanges(entry, answer.body),
          ...laterPoll(context, entry, statedWait(answer)),
        },
      });
      return;
    case 'outcome_unknown':
      context.journal.record(id, {
        event: 'outcome_unknown',
        words: 'The service does not know yet whether the Call was carried out. It may have been charged.',
        requestId,
        detail: { evidence: result.evidence, usage: result.usage, receipt: result.receipt },
        changes: {
          ...(result.callRef === null ? {} : { callRef: result.callRef }),
          receipt: result.receipt,
          ...chargeChanges(entry, answer.body),
          ...laterPoll(context, entry, statedWait(answer)),
        },
      });
      return;
    case 'refused':
      if (via === 'call' && entry.state === 'unknown' && result.callRef === null)
        noteDeclined(
          context,
          entry,
          refusalMessage(result.code),
          refusalOf(result, answer),
          requestId,
          answer.body,
          { charge: chargeChanges(entry, answer.body) },
        );
      else refuse(context, entry, result, answer);
      return;
    case 'unreadable':
      context.journal.record(id, {
        event: 'answer_lost',
        words: `${result.why} It may have been charged, so it is not sent again by itself.`,
        requestId,
        detail: answer.body,
        changes: {
          // A reference in an unreadable answer still allows polling.
          ...(result.callRef === null ? {} : { callRef: result.callRef }),
          ...chargeChanges(entry, answer.body),
          ...laterPoll(context, entry, statedWait(answer)),
        },
      });
  }
}

/** Whether it is over, so that only its charge can still change. */
export const isSettled = (entry: Entry): boolean => advance(entry.state, 'charge_revised', 'service').ok;

/**
 * Handles an answer to a purchase that another program on this data file has already settled. The state stays; a
 * larger charge is applied, and a missing output is stored.
 */
function applyLateResult(
  context: PurchaseContext,
  entry: Entry,
  result: Extract<CallResult, { kind: 'completed' | 'refused' | 'outcome_unknown' }>,
  answer: Answer,
  via: Via,
): void {
  const stated = statedIn(entry, answer.body) ?? UNSTATED;
  // A Call that was carried out may have been charged, whatever is left unsaid.
  const charge =
    result.kind === 'completed' && stated.chargeState === null && stated.charged === null
      ? { ...stated, chargeState: 'outcome_unknown' }
      : stated;
  const counts = countsMore(entry, charge);
  context.storage.transaction(() => {
    if (result.kind === 'completed' && entry.state !== 'completed')
      context.outputs.storeCandidate(entry.id, via, answer.bytes, answer.receivedAt);
    const words = `The service answered once more, after this purchase was ${entry.state}.`;
    const { requestId, body } = answer;
    if (counts)
      context.journal.record(entry.id, {
        event: 'charge_revised',
        words: `${words} What it states of the charge counts.`,
        requestId,
        detail: body,
        changes: charge,
      });
    else context.journal.note(entry.id, 'answered_late', 'service', words, requestId, body);
  });
}

/** Why a result belongs to another Call; null if it does not. Such an answer is only stored as evidence. */
function identityChange(context: PurchaseContext, entry: Entry, result: CallResult): string | null {
  const owner =
    result.callRef === null ? undefined : context.journal.ofCall(entry.marketplace, result.callRef);
  if (owner !== undefined && owner.id !== entry.id)
    return 'The service answered with the Call of another purchase. The answer is stored as evidence and changes nothing.';
  if (entry.callRef !== null && result.callRef !== null && result.callRef !== entry.callRef)
    return 'The service answered with another Call than this one. The answer is stored as evidence and changes nothing.';
  if (result.kind === 'completed' && !couldBeTool(entry, result.toolRef))
    return 'The service answered with the Call of another Tool. The answer is stored as evidence and changes nothing.';
  return null;
}

function complete(
  context: PurchaseContext,
  entry: Entry,
  result: Extract<CallResult, { kind: 'completed' }>,
  answer: Answer,
  via: Via,
): void {
  context.storage.transaction(() => {
    context.journal.record(entry.id, {
      event: 'completed',
      words: 'The service carried out the Call and its output is stored.',
      requestId: answer.requestId,
      detail: { evidenceHash: result.evidenceHash, usage: result.usage, receipt: result.receipt },
      changes: {
        callRef: result.callRef,
        requestId: answer.requestId,
        receipt: result.receipt,
        nextPollAt: null,
        ...chargeChanges(entry, answer.body),
      },
    });
    context.outputs.store(entry.id, via, answer.bytes, answer.receivedAt);
  });
  interpretOutput(context, entry.id);
}

/**
 * In bytes; a page of a thousand records takes less than one million. Larger outputs are stored, but not interpreted,
 * so that they do not block every start.
 */
const LARGEST_PAGE = 8 * 1024 * 1024;

/**
 * Derives the records of a stored output. Repeatable: a crash or a full disk only delays it, and an output that
 * cannot be interpreted stays stored byte for byte.
 */
export function interpretOutput(context: PurchaseContext, id: string): void {
  try {
    context.storage.transaction(() => {
      const entry = context.journal.must(id);
      const receivedAt = context.outputs.receivedAtOf(id);
      if (receivedAt === null) return;
      const runId = context.interpret({
        purchaseId: id,
        interpretation: entry.interpretation,
        marketplace: entry.marketplace,
        runId: entry.continuesRun,
        toolRef: entry.toolRef,
        toolId: entry.toolId,
        input: entry.input,
        executed: entry.normalizedInput,
        output: entry.interpretation === null ? null : context.outputs.outputOf(id, LARGEST_PAGE),
        receivedAt,
      });
      context.journal.amend(id, { runId });
      context.outputs.markInterpreted(id);
    });
  } catch (error) {
    if (isStorageError(error)) context.storageFailed();
    else context.uninterpretable.add(id);
  }
}

const refusalOf = (result: Extract<CallResult, { kind: 'refused' }>, answer: Answer): Refusal => ({
  code: result.code,
  words: refusalMessage(result.code),
  retryable: result.retryable,
  retryAfterMs: statedWait(answer),
  requiredActions: result.requiredActions,
});

/**
 * Records that the service declined an order whose earlier sending may have arrived. It stays unknown, since that
 * sending may have consumed the quote; only a complete list of Calls settles it (`recovery.ts`).
 */
function noteDeclined(
  context: PurchaseContext,
  entry: Entry,
  words: string,
  refusal: Refusal,
  requestId: string | null,
  body: unknown,
  { status = null, charge = {} }: { status?: number | null; charge?: Partial<StatedCharge> } = {},
): void {
  context.journal.record(entry.id, {
    event: 'order_declined',
    words: `${words} That does not say that nothing was charged before, so Milepost goes on looking for the Call.`,
    requestId,
    detail: { refusal, body, status } satisfies Declined,
    changes: { ...charge, ...laterPoll(context, entry, statedWait({ body })) },
  });
}

/**
 * The detail of `order_declined`, for when the list of Calls confirms it; with the HTTP status if that declined it.
 */
export type Declined = { refusal: Refusal; body: unknown; status?: number | null };

/** Folded codes that mean that this quote or key has been used for an order. */
const USED_CODES = /consumed|used$|redeemed|alreadyexists|duplicate|conflict/;

/** Whether the service declined an order because its quote or key was used, perhaps by an earlier sending. */
export const isQuoteUsed = ({ refusal, status }: Declined): boolean => {
  const code = fold(refusal.code);
  return USED_CODES.test(code) || (status === 409 && !code.includes('expired'));
};

const NO_CALL_OF_ITS_OWN: Refusal = {
  code: 'call_of_another_purchase',
  words: 'The service answered with the Call of another purchase and made none of its own for this order.',
  retryable: false,
  retryAfterMs: null,
  requiredActions: [],
};

function refuse(
  context: PurchaseContext,
  entry: Entry,
  result: Extract<CallResult, { kind: 'refused' }>,
  answer: Answer,
): void {
  const { requestId, body } = answer;
  context.journal.record(entry.id, {
    event: 'refused',
    words: refusalMessage(result.code),
    requestId,
    detail: body,
    changes: {
      ...(result.callRef === null ? {} : { callRef: result.callRef }),
      requestId,
      receipt: result.receipt,
      nextPollAt: null,
      refusal: refusalOf(result, answer),
      ...chargeChanges(entry, answer.body),
    },
  });
}

/**
 * What an answer says of the charge, whatever else is understood of it; what is known already stays where it says nothing,
 * and where that is not what was approved and this counts for no more.
 */
export function chargeChanges(entry: Entry, answer: unknown): Partial<StatedCharge> & { receipt?: unknown } {
  const stated = statedIn(entry, answer);
  if (stated === null) return {};
  return chargeDiffers(chargeOfEntry(entry)) !== null && !countsMore(entry, stated) ? {} : stated;
}

/** Applies the charge in an answer that states nothing else about the purchase, such as a refused status read. */
export function applyStatedCharge(
  context: PurchaseContext,
  entry: Entry,
  { body, requestId }: Pick<Answer, 'body' | 'requestId'>,
): void {
  const charge = chargeChanges(entry, body);
  if (!countsMore(entry, { ...chargeOfKnown(entry), ...charge })) return;
  context.storage.transaction(() => {
    const words = 'The answer states a charge and nothing else about the Call. The charge counts.';
    context.journal.note(entry.id, 'evidence', 'service', words, requestId, body);
    context.journal.amend(entry.id, charge);
  });
}

const chargeOfKnown = ({ chargeState, charged, chargeOddity }: Entry): StatedCharge => ({
  chargeState,
  charged,
  chargeOddity,
});

function settleFailure(context: PurchaseContext, id: string, failure: RequestFailure): void {
  const entry = context.journal.must(id);
  const { requestId } = failure;
  // The unreadable bytes may contain the paid result.
  const rawResponse = rawResponseOf(failure.bytes);
  if (failure.bytes !== undefined && failure.bytes.byteLength > 0 && failure.delivery === 'maybe')
    context.outputs.storeCandidate(id, 'call', failure.bytes, context.clock());
  const detail = {
    code: failure.code,
    status: failure.status,
    body: failure.body,
    ...(rawResponse === null ? {} : { rawResponse }),
  };
  // In `submitted`, no earlier sending can have arrived: it would have become `unknown` or `pending`.
  const neverReachedService = entry.state === 'submitted';
  if (failure.delivery === 'not_sent' && neverReachedService && !keepsWaiting(entry, failure)) {
    const refusal = failure.code === 'offline' ? null : notSentBecause(failure);
    context.journal.record(id, {
      event: 'never_left',
      words: failure.message,
      requestId,
      detail,
      changes: { refusal, waitUntil: null },
    });
    return;
  }
  // §7.1: repeated only if the answer allows it, by stating a wait or by saying so.
  const mayRepeat =
    failure.problem?.retryable !== false &&
    (failure.retryAfterMs !== null || failure.problem?.retryable === true);
  if (failure.status === 429 && neverReachedService && !mayRepeat) {
    recordRefusal(context, entry, failure);
    return;
  }
  if (failure.status === 429 || (failure.delivery === 'not_sent' && neverReachedService)) {
    // Not accepted: the identical order is sent again after the wait.
    context.journal.record(id, {
      event: 'wait_requested',
      words: failure.status === 429 ? 'The service asks to wait before it takes the Call.' : failure.message,
      requestId,
      detail,
      changes: { ...chargeChanges(entry, failure.body), ...laterOrder(context, entry, failure.retryAfterMs) },
    });
    return;
  }
  const callRef = label(member(recordOf(failure.body, ...CALL_RECORDS, 'error'), 'callRef'));
  const charge =
    callRef !== null && belongsToAnother(context, entry, callRef) ? {} : chargeChanges(entry, failure.body);
  // A conflict says that the quote or the key is used, not by whom.
  const conflict = failure.delivery === 'answered' && failure.status === 409;
  if ((refusedOutright(failure) || conflict) && callRef === null) {
    if (neverReachedService && !conflict) recordRefusal(context, entry, failure);
    else {
      const refusal = refusalOfProblem(failure);
      noteDeclined(context, entry, refusal.words, refusal, requestId, failure.body, {
        status: failure.status,
        charge,
      });
    }
    return;
  }
  context.journal.record(id, {
    event: 'answer_lost',
    words: `${failure.message} It may have been charged, so Milepost looks for it at the service before anything else.`,
    requestId,
    detail,
    changes: {
      // A refusal that names a Call says how to ask what became of it.
      ...(callRef === null || belongsToAnother(context, entry, callRef) ? {} : { callRef }),
      ...charge,
      ...laterPoll(context, entry, failure.retryAfterMs),
    },
  });
}

/** Whether an order that the service asked to wait keeps waiting, although it could not be sent in its turn. */
const keepsWaiting = (entry: Entry, failure: RequestFailure): boolean =>
  entry.polls > 0 && (failure.code === 'rate_limited' || failure.code === 'offline');

const notSentBecause = (failure: RequestFailure): Refusal => ({
  code: failure.code,
  words: failure.message,
  retryable: true,
  retryAfterMs: failure.retryAfterMs,
  requiredActions: [],
});

const belongsToAnother = (context: PurchaseContext, entry: Entry, callRef: string): boolean => {
  const owner = context.journal.ofCall(entry.marketplace, callRef);
  return (
    (owner !== undefined && owner.id !== entry.id) || (entry.callRef !== null && entry.callRef !== callRef)
  );
};

/** Whether an answer means that the order was refused before anything was done. */
const refusedOutright = (failure: RequestFailure): boolean =>
  failure.delivery === 'answered' && failure.status !== null && REFUSED_BEFORE_ANYTHING.has(failure.status);

const refusalOfProblem = (failure: RequestFailure): Refusal => ({
  ...refusalOfFailure(failure),
  retryable: failure.problem?.retryable ?? false,
  retryAfterMs: failure.retryAfterMs,
  requiredActions: [],
});

/**
 * Settles a purchase as refused without a Call, from a problem answer. That may carry a receipt: money may have
 * moved.
 */
function recordRefusal(context: PurchaseContext, entry: Entry, failure: RequestFailure): void {
  const { requestId, body } = failure;
  const refusal = refusalOfProblem(failure);
  context.journal.record(entry.id, {
    event: 'refused',
    words: refusal.words,
    requestId,
    detail: { code: failure.code, status: failure.status, body },
    changes: {
      requestId,
      nextPollAt: null,
      refusal,
      ...chargeChanges(entry, body),
    },
  });
}
