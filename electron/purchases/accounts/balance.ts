import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { readBalance } from '../../marketplace/answers/balance.ts';
import { contractFailureOf } from '../../marketplace/http/contract-failure.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

type Balance = Awaited<ReturnType<ContractHandlers['purchases']['balance']>>;

/** Asks what the account holds, by the user’s act. Nothing else depends on it: limits are counted from the journal. */
export async function readBalanceNow(context: PurchaseContext): Promise<Balance> {
  const offered = context.marketplace().available('balance');
  if (!offered.ok) fail('not_offered', `This marketplace does not offer the balance. ${offered.why}`);
  if ((await context.learnAccount()).keyMark === 'none')
    fail('no_key', 'The balance needs an access key. Store one in Settings.');
  const requested = await context.marketplace().ask('balance', {});
  if (!requested.ok) throw contractFailureOf(requested.failure);
  const read = readBalance(requested.answer.body);
  const { requestId } = requested.answer;
  if (read.kind === 'unreadable')
    fail('unreadable', read.why, { ...(requestId === null ? {} : { requestId }) });
  const { available, reserved } = read;
  return { at: requested.answer.receivedAt, available, reserved, requestId };
}
