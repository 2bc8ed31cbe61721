import { type Amount, compareAmounts, zero } from '#shared/money.ts';

/** Spending in the limits' currency; money in other currencies is separate, because nothing converts it. */
export function spentUnderLimit(spent: readonly Amount[], limit: Amount): Amount {
  return spent.find((amount) => amount.currency === limit.currency) ?? zero(limit.currency, limit.exponent);
}

/** The used part of a limit in per mille, from 0 to 1000: a length to draw, never an amount to show. */
export function shareOf(spent: Amount, limit: Amount): number {
  const exponent = Math.max(spent.exponent, limit.exponent);
  const scaled = (amount: Amount) => BigInt(amount.units) * 10n ** BigInt(exponent - amount.exponent);
  const whole = scaled(limit);
  if (whole <= 0n) return compareAmounts(spent, limit) > 0 ? 1000 : 0;
  const share = (scaled(spent) * 1000n) / whole;
  return Number(share < 0n ? 0n : share > 1000n ? 1000n : share);
}
