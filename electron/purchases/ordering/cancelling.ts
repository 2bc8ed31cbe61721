import { fail } from '#shared/contract/failure.ts';
import { plainName } from '#shared/plain-text.ts';
import type { RequestFailure } from '../../marketplace/http/answer.ts';
import { type Uses, withExchangeLock } from '../journal/purchase-context.ts';
import type { Searching } from './call-claim.ts';
import { applyStatus } from './call-status.ts';
import { refuseForeign } from './purchase-account.ts';
import type { TakingIn } from './settling.ts';
import { applyStatedCharge, chargeChanges, chargeOfFailure } from './stated-charge.ts';
import { readCallStatus } from './status-reading.ts';

/** Asks the service to cancel a pending Call, at the user's request. Only its answer changes anything. */
export async function cancel(context: Searching & TakingIn, id: string): Promise<void> {
  const before = context.journal.must(id);
  const { callRef, idempotencyKey } = before;
  if (before.state !== 'pending' || callRef === null || idempotencyKey === null)
    fail('not_cancellable', 'Only a Call that the service is working on can be cancelled.', {
      purchaseId: id,
    });
  const offered = context.marketplace().available('cancel');
  if (!offered.ok)
    fail('not_offered', `This marketplace does not offer to cancel a Call. ${offered.why}`, {
      purchaseId: id,
    });
  await context.learnAccount();
  refuseForeign(context, before);
  // A read in progress may settle it, and must not overwrite the wait in this answer.
  while (context.busy.has(id)) await context.busy.get(id);
  if (context.closed() || context.journal.must(id).state !== 'pending') return;
  await withExchangeLock(context, id, () => askToCancel(context, id, callRef, idempotencyKey));
}

/** A success without a body, such as 204 (RFC 9110, §15.3.5): what was requested is done. */
const isDoneWithoutWords = ({ code, status, bytes }: RequestFailure): boolean =>
  code !== 'cut_off' && Math.floor((status ?? 0) / 100) === 2 && bytes?.byteLength === 0;

async function askToCancel(
  context: TakingIn & Uses<'busy' | 'marketplace' | 'publishChange' | 'closed'>,
  id: string,
  callRef: string,
  idempotencyKey: string,
): Promise<void> {
  context.journal.record(id, {
    event: 'cancel_requested',
    words: 'You asked the service to cancel the Call.',
  });
  context.publishChange();
  // One key for all attempts: repeated clicks are one request.
  const reply = await context
    .marketplace()
    .ask('cancel', { callRef, idempotencyKey: `cancel-${idempotencyKey}` });
  if (context.closed()) return;
  if (!reply.ok && isDoneWithoutWords(reply.failure)) {
    context.journal.note(id, {
      event: 'evidence',
      by: 'service',
      words: 'The service took the request and says nothing of the Call. Its status says what became of it.',
      requestId: reply.failure.requestId,
      detail: null,
    });
    return;
  }
  if (!reply.ok) {
    const known = context.journal.must(id);
    applyStatedCharge(context, known, chargeOfFailure(known, 'callStatus', reply.failure), reply.failure);
    fail('not_cancelled', `${reply.failure.message} The Call goes on until the service says otherwise.`, {
      purchaseId: id,
    });
  }
  const status = readCallStatus(reply.answer);
  const entry = context.journal.must(id);
  if (status.kind === 'refused') {
    applyStatedCharge(context, entry, chargeChanges(entry, status.money), reply.answer);
    context.journal.note(id, {
      event: 'evidence',
      by: 'service',
      words: `The service does not cancel the Call (${plainName(status.code)}). It goes on.`,
      requestId: reply.answer.requestId,
      detail: reply.answer.body,
    });
  } else if (entry.state === 'pending')
    await context.outputs.whileStored(reply.answer.bytes, () => {
      applyStatus(context, context.journal.must(id), callRef, status, reply.answer);
    });
}
