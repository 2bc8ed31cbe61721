import { type Amount, compareAmounts } from '#shared/money.ts';
import { subtractAmount } from '../money/exact-money.ts';

/** How a price compares with an earlier one of the same request. */
export type PriceDifference =
  | { kind: 'dearer' | 'cheaper'; before: Amount; by: Amount }
  | { kind: 'other_currency'; before: Amount };

/** How `price` differs from the previous quote of the same request; null where it does not, or there was none. */
export function priceDifference(before: Amount | null, price: Amount): PriceDifference | null {
  if (before === null) return null;
  if (before.currency !== price.currency) return { kind: 'other_currency', before };
  const order = compareAmounts(price, before);
  if (order === 0) return null;
  return order > 0
    ? { kind: 'dearer', before, by: subtractAmount(price, before) }
    : { kind: 'cheaper', before, by: subtractAmount(before, price) };
}
