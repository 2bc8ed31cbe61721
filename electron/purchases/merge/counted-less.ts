import { compareAmounts } from '#shared/money.ts';
import { isUnresolved, type PurchaseState } from '#shared/purchase/state.ts';
import type { StoredRow } from '../../backup/rows.ts';
import { fromRow } from '../journal/entry.ts';
import { countedFor } from '../journal/spending.ts';

/** A purchase's progress, from its row. */
export const progressOf = (row: StoredRow) => ({
  state: row.state as PurchaseState,
  attempts: Number(row.attempts),
  updatedAt: Number(row.updated_at),
});

/**
 * Whether the backup's copy would end an order that is open here, so that its possible result would never be fetched.
 */
export const abandonsOpenOrder = (there: PurchaseState, here: PurchaseState): boolean =>
  isUnresolved(here) && !isUnresolved(there) && there !== 'completed';

/** Whether the backup's copy, in place of this one, would reduce what counts as spent. */
export function lowersSpending(there: StoredRow, here: StoredRow): boolean {
  const counted = (row: StoredRow) => countedFor(fromRow(row as Parameters<typeof fromRow>[0]));
  const [before, after] = [counted(here), counted(there)];
  if (before === null || BigInt(before.units) === 0n) return false;
  return after === null || after.currency !== before.currency || compareAmounts(after, before) < 0;
}
