import { z } from 'zod';
import { type Amount, addAmounts, amountSchema, compareAmounts, formatAmount, zero } from '../money.ts';

/** What the person allows to be spent, all in one currency. Kept by the main process. */
export const limitsSchema = z.object({
  perCall: amountSchema,
  perDay: amountSchema,
  perMonth: amountSchema,
});
export type Limits = z.infer<typeof limitsSchema>;

/** What a new installation starts with: enough for a few dozen searches a day, small enough to be no accident. */
export const DEFAULT_LIMITS: Limits = {
  perCall: { currency: 'USD', units: '50000', exponent: 6 },
  perDay: { currency: 'USD', units: '1000000', exponent: 6 },
  perMonth: { currency: 'USD', units: '10000000', exponent: 6 },
};

/** What counts as spent: settled charges, and the full price of every unresolved purchase. */
export type Spending = { today: readonly Amount[]; month: readonly Amount[] };

export type LimitVerdict =
  | { ok: true }
  | { ok: false; limit: 'currency' | 'perCall' | 'perDay' | 'perMonth'; reason: string };

const spentIn = (amounts: readonly Amount[], currency: string): Amount =>
  amounts.filter((amount) => amount.currency === currency).reduce(addAmounts, zero(currency));

/**
 * Whether `price` still fits under the limits. A price in a currency that has no limit is refused, because a
 * marketplace's listing and its accounts may use different currencies and nothing here converts money.
 */
export function checkLimits(limits: Limits, spending: Spending, price: Amount): LimitVerdict {
  const currency = limits.perCall.currency;
  if (price.currency !== currency) {
    return {
      ok: false,
      limit: 'currency',
      reason: `The price is in ${price.currency}, but your limits are in ${currency}. Nothing is bought in a currency without a limit.`,
    };
  }
  if (compareAmounts(price, limits.perCall) > 0) {
    return {
      ok: false,
      limit: 'perCall',
      reason: `${formatAmount(price)} is above your limit of ${formatAmount(limits.perCall)} for one Call.`,
    };
  }
  const day = addAmounts(spentIn(spending.today, currency), price);
  if (compareAmounts(day, limits.perDay) > 0) {
    return {
      ok: false,
      limit: 'perDay',
      reason: `With ${formatAmount(price)} today's spending would be ${formatAmount(day)}, above your daily limit of ${formatAmount(limits.perDay)}.`,
    };
  }
  const month = addAmounts(spentIn(spending.month, currency), price);
  if (compareAmounts(month, limits.perMonth) > 0) {
    return {
      ok: false,
      limit: 'perMonth',
      reason: `With ${formatAmount(price)} this month's spending would be ${formatAmount(month)}, above your monthly limit of ${formatAmount(limits.perMonth)}.`,
    };
  }
  return { ok: true };
}
