import { type Amount, addAmounts, compareAmounts } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';
import { spentUnderLimit } from '../money/spending-share.ts';

/** One limit with its spending now and with one more purchase. */
export type LimitLine = { label: string; before: Amount; after: Amount; limit: Amount; over: boolean };

export type SpendingNow = { limits: Limits; today: readonly Amount[]; month: readonly Amount[] };
export type ToolSpending = { toolId: string; today: readonly Amount[]; month: readonly Amount[] };

function line(label: string, spent: readonly Amount[], price: Amount, limit: Amount | null): LimitLine[] {
  if (limit === null || limit.currency !== price.currency) return [];
  const before = spentUnderLimit(spent, limit);
  const after = addAmounts(before, price);
  return [{ label, before, after, limit, over: compareAmounts(after, limit) > 0 }];
}

/**
 * Every limit that applies to a purchase, before and after it; none where its currency has no limits at all, in which
 * case it is not bought.
 * @param price the most that the purchase may be charged
 */
export function limitLines(spending: SpendingNow, price: Amount, tool: ToolSpending | null): LimitLine[] {
  const own = limitsIn(spending.limits, price.currency);
  if (own === undefined || spending.limits.unread === true) return [];
  const toolLimit = spending.limits.perTool?.find(({ toolId }) => toolId === tool?.toolId);
  return [
    ...line('This Call', [], price, own.perCall),
    ...line('Today', spending.today, price, own.perDay),
    ...line('This month', spending.month, price, own.perMonth),
    ...line('This Tool today', tool?.today ?? [], price, toolLimit?.perDay ?? null),
    ...line('This Tool this month', tool?.month ?? [], price, toolLimit?.perMonth ?? null),
  ];
}
