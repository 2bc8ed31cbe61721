import { chargeDiffers } from '#shared/purchase/charge.ts';
import type { Answer } from '../../marketplace/http/answer.ts';
import type { StatedMoney } from '../../marketplace/service/vocabulary.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { chargeOfEntry, countsMore, type StatedCharge, statedIn } from '../journal/spending.ts';

/**
 * What an answer says of the charge, whatever else is understood of it; what is known already stays where it says nothing,
 * and where that is not what was approved and this counts for no more.
 */
export function chargeChanges(
  entry: Entry,
  money: StatedMoney,
): Partial<StatedCharge> & { receipt?: unknown } {
  const stated = statedIn(entry, money);
  if (stated === null) return {};
  return chargeDiffers(chargeOfEntry(entry)) !== null && !countsMore(entry, stated) ? {} : stated;
}

/** Applies the charge in an answer that states nothing else about the purchase, such as a refused status read. */
export function applyStatedCharge(
  context: Uses<'journal' | 'storage'>,
  entry: Entry,
  money: StatedMoney,
  { body, requestId }: Pick<Answer, 'body' | 'requestId'>,
): void {
  const charge = chargeChanges(entry, money);
  if (!countsMore(entry, charge)) return;
  context.storage.transaction(() => {
    const words = 'The answer states a charge and nothing else about the Call. The charge counts.';
    context.journal.note(entry.id, { event: 'evidence', by: 'service', words, requestId, detail: body });
    context.journal.amend(entry.id, charge);
  });
}
