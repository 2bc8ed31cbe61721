import { isSettled } from '#shared/purchase/state.ts';
import type { Answer, Reply } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import { moneyOf, readAnswer } from '../../marketplace/service/read-answer.ts';
import type { AnswerReading, StatedMoney } from '../../marketplace/service/vocabulary.ts';
import type { Via } from '../../outputs/outputs.ts';
import { isStorageError } from '../../storage/problem.ts';
import type { Changes, Entry, Refusal } from '../journal/entry.ts';
import { IllegalEventError } from '../journal/journal.ts';
import { plainRefusal, refusalIn } from '../journal/messages.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { countsMore, statedIn, UNSTATED } from '../journal/spending.ts';
import { laterPoll, nextReading, type Planning } from './back-off.ts';
import { isFirstSending, recordDeclined, recordRefused } from './declined-orders.ts';
import { settleFailure } from './failed-order.ts';
import { couldBeTool, otherCall } from './purchase-account.ts';
import { chargeChanges } from './stated-charge.ts';

/** What taking in an answer needs: the journal, its bytes and records, and the plan of the next poll. */
export type TakingIn = Planning & Interpreting;
type Interpreting = Uses<
  'journal' | 'outputs' | 'storage' | 'interpret' | 'storageFailed' | 'uninterpretable'
>;

type CallResult = AnswerReading<'call'>;
type Refused = Extract<CallResult, { kind: 'refused' | 'needs_authority' }>;

/** Applies the reply to an order. */
export function applyReply(context: TakingIn & Uses<'firstSeen'>, id: string, reply: Reply): void {
  if (reply.ok) settleResult(context, id, readAnswer('call', reply.answer), reply.answer, 'call');
  else settleFailure(context, id, reply.failure);
}

/** Whether an error is a bug: neither the disk nor another program on the data file explains it. */
export const isBug = (error: unknown): boolean =>
  !isStorageError(error) && !(error instanceof IllegalEventError);

/**
 * Records an order whose answer a bug kept Milepost from processing: stores the bytes and leaves the purchase
 * unknown, to be searched for at the service. It may have been charged, so it must not stay `submitted`.
 */
export function recordUnprocessedAnswer(
  context: Planning & Uses<'journal' | 'outputs'>,
  id: string,
  answer: Answer | null,
): void {
  const entry = context.journal.must(id);
  if (isSettled(entry.state)) return;
  if (answer !== null) context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
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
  context: TakingIn,
  id: string,
  result: CallResult,
  answer: Answer,
  via: Via,
  money = moneyOf(result),
): void {
  const entry = context.journal.must(id);
  const { requestId, body } = answer;
  const charge = chargeChanges(entry, money);
  const callRef = refOf(result);
  // A reference in an unreadable answer still allows polling.
  const known = { ...(callRef !== null && { callRef }), ...charge };
  const other = otherCall(context, entry, callRef);
  const isOfOtherTool = result.kind === 'completed' && !couldBeTool(entry, result.toolRef);
  if (other !== null || isOfOtherTool || result.kind === 'unreadable')
    context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
  /** What leaves it open how the Call stands: it is looked at again later. */
  const leaveOpen = (event: 'answer_lost' | 'outcome_unknown', words: string, changes: Changes) =>
    context.journal.record(id, {
      event,
      words,
      requestId,
      detail: body,
      changes: { ...changes, ...laterPoll(context, entry, statedWait(answer)) },
    });
  if (other !== null && via === 'call' && entry.callRef === null) {
    // The service states that the order made no Call of its own; its list must confirm that.
    const declined = { refusal: NO_CALL_OF_ITS_OWN, status: null, body };
    recordDeclined(context, entry, declined, { requestId, words: wordsOfOther(other) });
    return;
  }
  if (other !== null || isOfOtherTool) {
    // What was paid for another Tool was paid by this order.
    if (other === null) leaveOpen('answer_lost', OTHER_TOOL, charge);
    else leaveOpen('answer_lost', wordsOfOther(other), {});
    return;
  }
  if (result.kind !== 'unreadable' && result.kind !== 'pending' && isSettled(entry.state)) {
    applyLateResult(context, entry, result, money, answer);
    return;
  }
  switch (result.kind) {
    case 'completed':
      complete(context, entry, result, charge, answer, via);
      return;
    case 'pending':
      context.journal.record(id, {
        event: 'acknowledged',
        words: 'The service accepted the Call and is working on it.',
        requestId,
        changes: { ...known, ...nextReading(context, entry, statedWait(answer)) },
      });
      return;
    case 'outcome_unknown':
      leaveOpen(
        'outcome_unknown',
        'The service says that the Call has failed, or that it does not know its outcome. It may have been charged.',
        known,
      );
      return;
    case 'refused':
    case 'needs_authority': {
      const refusal = refusalOf(result, answer);
      if (via === 'call' && !isFirstSending(context, entry) && callRef === null)
        recordDeclined(context, entry, { refusal, status: null, body }, { requestId, charge });
      else recordRefused(context, entry, refusal, { requestId, detail: body, charge: known });
      return;
    }
    case 'unreadable':
      leaveOpen(
        'answer_lost',
        `${result.why} It may have been charged, so it is not sent again by itself.`,
        known,
      );
  }
}

/**
 * Handles an answer to a purchase that another program on this data file has already settled. The state stays; a
 * larger charge is applied, and a missing output is stored.
 */
function applyLateResult(
  context: Uses<'journal' | 'outputs' | 'storage'>,
  entry: Entry,
  result: Exclude<CallResult, { kind: 'pending' | 'unreadable' }>,
  money: StatedMoney,
  answer: Answer,
): void {
  const stated = statedIn(entry, money) ?? UNSTATED;
  // A Call that was carried out may have been charged, whatever is left unsaid.
  const charge =
    result.kind === 'completed' && stated.chargeState === null && stated.charged === null
      ? { ...stated, chargeState: 'outcome_unknown' }
      : stated;
  const counts = countsMore(entry, charge);
  context.storage.transaction(() => {
    if (result.kind === 'completed' && entry.state !== 'completed')
      context.outputs.storeCandidate(entry.id, answer.bytes, answer.receivedAt);
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
    else
      context.journal.note(entry.id, {
        event: 'answered_late',
        by: 'service',
        words,
        requestId,
        detail: body,
      });
  });
}

const refOf = (result: CallResult): string | null =>
  (result.kind === 'unreadable' ? result.fits.callRef : result.callRef) ?? null;

const wordsOfOther = (other: string): string =>
  `The service answered with ${other}. The answer is stored as evidence and changes nothing.`;

const OTHER_TOOL =
  'The service answered with the Call of another Tool. The answer is stored as evidence, and what it states of a charge counts.';

function complete(
  context: Interpreting,
  entry: Entry,
  result: Extract<CallResult, { kind: 'completed' }>,
  charge: Changes,
  answer: Answer,
  via: Via,
): void {
  context.storage.transaction(() => {
    context.journal.record(entry.id, {
      event: 'completed',
      words: 'The service carried out the Call and its output is stored.',
      requestId: answer.requestId,
      detail: { evidenceHash: result.evidenceHash, usage: result.usage?.raw, receipt: result.receipt?.raw },
      changes: {
        callRef: result.callRef,
        requestId: answer.requestId,
        nextPollAt: null,
        ...charge,
      },
    });
    context.outputs.store(entry.id, via, answer, result.outputAt ?? []);
  });
  interpretOutput(context, entry.id);
}

/**
 * A page of a thousand records takes less than a million bytes, and 30,000 values; with eight trips of each (§2.1
 * `include_trips`) eight times as much. Larger outputs are stored, but not interpreted, so that they do not hold up every
 * start.
 */
const LARGEST_PAGE = { bytes: 8 * 1024 * 1024, values: 400_000 };

/**
 * Derives the records of a stored output. Repeatable: a crash or a full disk only delays it, and an output that
 * cannot be interpreted stays stored byte for byte.
 */
export function interpretOutput(context: Interpreting, id: string): void {
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
    if (isStorageError(error)) context.storageFailed(error);
    else context.uninterpretable.add(id);
  }
}

/** Some services name this kind instead of the code. */
const refusalOf = (result: Refused, answer: Answer): Refusal =>
  refusalIn(
    result.kind === 'needs_authority' ? { ...result, code: 'authority_required' } : result,
    statedWait(answer),
  );

const NO_CALL_OF_ITS_OWN = plainRefusal({
  code: 'call_of_another_purchase',
  words: 'The service answered with the Call of another purchase and made none of its own for this order.',
});
