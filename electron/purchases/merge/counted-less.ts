import { compareAmounts } from '#shared/money.ts';
import { isUnresolved, type PurchaseState } from '#shared/purchase/state.ts';
import type { StoredRow } from '../../backup/rows.ts';
import { fromRow } from '../journal/entry.ts';
import { countedFor } from '../journal/spending.ts';

/** How far a purchase has come, from its row. */
export const progressOf = (row: StoredRow) => ({
  state: row.state as PurchaseState,
  attempts: Number(row.attempts),
  updatedAt: Number(row.updated_at),
});

/** Whether an order that is open here would end without an answer: what it may have bought would be fetched no more. */
export const givesUp = (there: PurchaseState, here: PurchaseState): boolean =>
  isUnresolved(here) && !isUnresolved(there) && there !== 'completed';

/** Whether less would count as spent for a purchase if the backup's copy of it took the place of the one here. */
export function lowers(there: StoredRow, here: StoredRow): boolean {
  const counted = (row: StoredRow) => countedFor(fromRow(row as Parameters<typeof fromRow>[0]));
  const [before, after] = [counted(here), counted(there)];
  if (before === null || BigInt(before.units) === 0n) return false;
  return after === null || after.currency !== before.currency || compareAmounts(after, before) < 0;
}
