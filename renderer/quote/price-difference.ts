import { type Amount, compareAmounts } from '#shared/money.ts';
import { lessAmount } from '../money/exact-money.ts';

/** How a price stands to an earlier one of the same request. */
export type PriceDifference =
  | { kind: 'dearer' | 'cheaper'; before: Amount; by: Amount }
  | { kind: 'other_currency'; before: Amount };

/** How `price` differs from what the same request was quoted at before; null where it does not, or was not quoted. */
export function priceDifference(before: Amount | null, price: Amount): PriceDifference | null {
  if (before === null) return null;
  if (before.currency !== price.currency) return { kind: 'other_currency', before };
  const order = compareAmounts(price, before);
  if (order === 0) return null;
  return order > 0
    ? { kind: 'dearer', before, by: lessAmount(price, before) }
    : { kind: 'cheaper', before, by: lessAmount(before, price) };
}
