import { sameAmount, zero } from '#shared/money.ts';
import { plainName } from '#shared/plain-text.ts';
import type { PurchaseEvent } from '#shared/purchase/state.ts';
import { type Answer, bytesOf, type Reply } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import { callStanding } from '../../marketplace/service/call-standing.ts';
import { readFailure } from '../../marketplace/service/read-answer.ts';
import type { Changes, Entry } from '../journal/entry.ts';
import { plainRefusal } from '../journal/messages.ts';
import type { Uses } from '../journal/purchase-context.ts';
import type { StatedCharge } from '../journal/spending.ts';
import { laterPoll, nextReading } from './back-off.ts';
import { keepUnread } from './failed-order.ts';
import { couldBeTool } from './purchase-account.ts';
import { isBug, settleResult, type TakingIn } from './settling.ts';
import { applyStatedCharge, chargeChanges, chargeOfFailure } from './stated-charge.ts';
import { readCallStatus, type StatusReading } from './status-reading.ts';

/** Polls a Call with the known version, and applies the answer. */
export async function pollCallStatus(
  context: TakingIn & Uses<'marketplace' | 'closed'>,
  id: string,
  callRef: string,
): Promise<void> {
  const entry = context.journal.must(id);
  const afterVersion = entry.callVersion === null ? {} : { afterVersion: Number(entry.callVersion) };
  const reply = await context.marketplace().ask('callStatus', { callRef, ...afterVersion });
  await context.outputs.whileStored(bytesOf(reply), () => applyStatusReply(context, id, callRef, reply));
}

/** Applies the reply to a poll. */
function applyStatusReply(
  context: TakingIn & Uses<'closed'>,
  id: string,
  callRef: string,
  reply: Reply,
): void {
  if (context.closed()) return;
  const entry = context.journal.must(id);
  if (!reply.ok) {
    keepUnread(context, id, reply.failure);
    context.journal.amend(id, laterPoll(context, entry, reply.failure.retryAfterMs));
    const failure = readFailure(reply.failure.body);
    if (failure.kind === 'problem' && (failure.callRef ?? callRef) === callRef)
      applyStatedCharge(context, entry, chargeOfFailure(entry, 'callStatus', reply.failure), reply.failure);
    const { status, problem, code, delivery, message } = reply.failure;
    if (delivery === 'answered' && status !== null && status >= 400 && status < 500 && !PASSING.has(status))
      doubt(context, id, problem?.code ?? code, reply.failure);
    if (code === 'unbound') doubt(context, id, message, reply.failure);
    return;
  }
  const { answer } = reply;
  try {
    applyStatus(context, entry, callRef, readCallStatus(answer), answer);
  } catch (error) {
    // It may contain the paid result. The poll is repeated as planned.
    if (isBug(error)) context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
    throw error;
  }
}

/** Refusals of the key, or of the moment: they say nothing of a Call. */
const PASSING = new Set([401, 403, 407, 408, 425, 429]);

/**
 * Records that the service itself refuses to say how a Call stands. It no longer says that it is working on it, so the user
 * may send the identical order again, which gives the Call or is declined (§7.3).
 */
function doubt(
  { journal }: Uses<'journal'>,
  id: string,
  code: string,
  { requestId, body }: Pick<Answer, 'requestId' | 'body'>,
): void {
  if (journal.must(id).state !== 'pending') return;
  const words = `The service does not say any more how the Call stands (${plainName(code)}). It may have been charged.`;
  journal.record(id, { event: 'outcome_unknown', words, requestId, detail: body });
}

/** Applies a Call's status; one that names another Call is stored as evidence and changes nothing. */
export function applyStatus(
  context: TakingIn,
  entry: Entry,
  callRef: string,
  status: StatusReading,
  answer: Answer,
): void {
  if (
    !applyFound(context, entry, callRef, status, answer) ||
    status.kind !== 'found' ||
    status.version === null
  )
    return;
  // Stored last: once the version is known, the service answers "unchanged" and hides the content.
  context.journal.amend(entry.id, { callVersion: String(status.version) });
}

/** True where the status was that of this Call. */
function applyFound(
  context: TakingIn,
  entry: Entry,
  callRef: string,
  status: StatusReading,
  answer: Answer,
): boolean {
  const { id } = entry;
  const { requestId } = answer;
  const evidence = (words: string) => {
    context.journal.note(id, { event: 'evidence', by: 'service', words, requestId, detail: answer.body });
    context.journal.amend(id, laterPoll(context, entry, statedWait(answer)));
  };
  const isOfAnother = status.kind === 'unreadable' && (status.callRef ?? callRef) !== callRef;
  if (status.kind !== 'found' && !isOfAnother)
    applyStatedCharge(context, entry, chargeChanges(entry, status.money), answer);
  if (status.kind === 'unchanged') {
    context.journal.amend(id, nextReading(context, entry, statedWait(answer)));
    return false;
  }
  if (status.kind === 'refused') {
    context.journal.amend(id, laterPoll(context, entry, statedWait(answer)));
    doubt(context, id, status.code, answer);
    return false;
  }
  if (status.kind === 'unreadable') {
    context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
    evidence(status.why);
    return false;
  }
  if (status.callRef !== callRef || !couldBeTool(entry, status.toolRef)) {
    evidence(
      'The service answered with another Call than this one. The answer is stored as evidence and changes nothing.',
    );
    return false;
  }
  // An unknown state counts as still working, and is reported.
  const standing = callStanding(status.state);
  const { result } = status;
  const ofResult = result?.kind === 'unreadable' ? result.fits.callRef : result?.callRef;
  if ((ofResult ?? callRef) !== callRef) {
    evidence(
      'The status names another Call than the one it was asked for. It is stored as evidence and changes nothing.',
    );
    return false;
  }
  // Recorded before what follows from the status.
  if (entry.callRef === null) context.journal.amend(id, { callRef });
  const holdsOutcome = result !== null && result.kind !== 'unreadable' && result.kind !== 'pending';
  if (holdsOutcome && standing !== 'cancelled') {
    settleResult(context, id, result, answer, 'status', status.money);
    return true;
  }
  // It may have been paid for, whatever the service says of the Call.
  const holdsOutput = status.output !== null || result?.kind === 'completed';
  if (standing !== 'working' && holdsOutput)
    context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
  // Whatever the state, money that the service states is written down.
  const known = chargeChanges(entry, status.money);
  const later = () => laterPoll(context, entry, statedWait(answer));
  const record = (event: PurchaseEvent, words: string, changes: Changes) =>
    context.journal.record(id, {
      event,
      words,
      requestId,
      detail: answer.body,
      changes: { callRef, ...known, ...changes },
    });
  const end = (event: 'refused' | 'outcome_unknown', words: string, more = '', changes: Changes = {}) =>
    record(event, `${words}${more}`, { ...changes, refusal: plainRefusal({ code: status.state, words }) });
  const isBare = status.output === null && result === null;
  // A Call that is cancelled and has its output contradicts itself, and is read again.
  switch (standing === 'cancelled' && holdsOutput ? 'over' : standing) {
    case 'cancelled':
      record('cancelled', 'The service cancelled the Call.', { nextPollAt: null });
      break;
    case 'void':
      end('refused', 'The service declared the Call invalid.', '', { nextPollAt: null });
      break;
    case 'over':
    case 'completed':
    case 'refused':
      if (standing === 'over' && isBare && tookNothing(entry, known)) {
        end(
          'refused',
          'The service says that the Call is over without a result, and that nothing was charged.',
          '',
          { nextPollAt: null },
        );
        break;
      }
      context.outputs.storeCandidate(id, answer.bytes, answer.receivedAt);
      if (standing === 'over' && isBare) {
        const words = `The service says that the Call is over (“${plainName(status.state)}”) without a result.`;
        end('outcome_unknown', words, ' It may have been charged.', later());
        break;
      }
      record(
        'outcome_unknown',
        'The service says that the Call is over, but gives no result that can be read.',
        later(),
      );
      break;
    case 'in_doubt':
      record(
        'outcome_unknown',
        'The service is still finding out whether the Call was carried out.',
        later(),
      );
      break;
    default: {
      const named = plainName(status.state);
      context.journal.record(id, {
        event: 'acknowledged',
        words:
          standing === 'working'
            ? `The service is working on the Call (${named}).`
            : `The service names a state of the Call that Milepost does not know: “${named}”. It counts as not done.`,
        requestId,
        changes: { callRef, ...known, ...nextReading(context, entry, statedWait(answer)) },
      });
    }
  }
  return true;
}

/** Whether all that is stated of the charge is that there is none, or that it was given back. */
function tookNothing(entry: Entry, known: Partial<StatedCharge>): boolean {
  const { chargeOddity, charged } = { ...entry, ...known };
  return chargeOddity === null && charged !== null && sameAmount(charged, zero(charged.currency));
}
