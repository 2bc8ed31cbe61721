/** The limits that would allow a purchase, or several. Pure. */
import { type Amount, addAmounts, compareAmounts } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';
import { spentUnderLimit } from '../money/spending-share.ts';
import type { SpendingNow } from './limit-lines.ts';

const atLeast = (limit: Amount, needed: Amount): Amount =>
  compareAmounts(limit, needed) < 0 ? needed : limit;

/**
 * The general limits, raised only as far as needed; in a currency without any, to the cost. Null where they already
 * allow it: a Tool's own limit is then the obstacle.
 * @param price the most that the purchase may be charged
 * @param total of several: the most that all of them may be charged together, in the same currency
 */
export function limitsFor(
  { limits, today, month }: SpendingNow,
  price: Amount,
  total: Amount = price,
): Limits | null {
  const held = limitsIn(limits, price.currency);
  if (held === undefined) {
    const own = { perCall: price, perDay: total, perMonth: total };
    return { ...limits, others: [...(limits.others ?? []), own] };
  }
  const needed = {
    perCall: atLeast(held.perCall, price),
    perDay: atLeast(held.perDay, addAmounts(spentUnderLimit(today, held.perDay), total)),
    perMonth: atLeast(held.perMonth, addAmounts(spentUnderLimit(month, held.perMonth), total)),
  };
  const names = ['perCall', 'perDay', 'perMonth'] as const;
  if (names.every((name) => needed[name] === held[name])) return null;
  // The limit of a day is not below that of a Call, nor that of a month below that of a day.
  const perDay = atLeast(needed.perDay, needed.perCall);
  const raised = { ...needed, perDay, perMonth: atLeast(needed.perMonth, perDay) };
  if (limits.perCall.currency === price.currency) return { ...limits, ...raised };
  const others = (limits.others ?? []).map((other) =>
    other.perCall.currency === price.currency ? raised : other,
  );
  return { ...limits, others };
}
