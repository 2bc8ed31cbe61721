import { fail } from '#shared/contract/failure.ts';
import type { ContractHandlers } from '#shared/contract/index.ts';
import { contractFailureOf } from '../marketplace/contract-failure.ts';
import { readBalance } from '../marketplace/readers/balance.ts';
import type { Room } from './room.ts';

type Balance = Awaited<ReturnType<ContractHandlers['purchases']['balance']>>;

/** Asks what the account holds, by the person's act. Nothing else depends on it: limits are counted from the journal. */
export async function readBalanceNow(room: Room): Promise<Balance> {
  const offered = room.marketplace().available('balance');
  if (!offered.ok) fail('not_offered', `This marketplace does not tell the balance. ${offered.why}`);
  if ((await room.learnGround()).keyMark === 'none')
    fail('no_key', 'The balance needs an access key. Store one in Settings.');
  const asked = await room.marketplace().ask('balance', {});
  if (!asked.ok) throw contractFailureOf(asked.failure);
  const read = readBalance(asked.answer.body);
  const { requestId } = asked.answer;
  if (read.kind === 'unreadable')
    fail('unreadable', read.why, { ...(requestId === null ? {} : { requestId }) });
  const { available, reserved } = read;
  return { at: asked.answer.receivedAt, available, reserved, requestId };
}
