import type { z } from 'zod';
import type { spendingSchema } from '#shared/contract/status.ts';
import { type Amount, compareAmounts, formatAmount, zero } from '#shared/money.ts';
import classes from './frame.module.css';

type Spending = z.infer<typeof spendingSchema>;

/** What was spent in the limits' currency; money in other currencies is told apart, because nothing converts it. */
export function spentUnderLimit(spent: readonly Amount[], limit: Amount): Amount {
  return spent.find((amount) => amount.currency === limit.currency) ?? zero(limit.currency, limit.exponent);
}

/** Per mille of a limit that is used, from 0 to 1000: a length to draw, never an amount to show. */
export function shareOf(spent: Amount, limit: Amount): number {
  const exponent = Math.max(spent.exponent, limit.exponent);
  const scaled = (amount: Amount) => BigInt(amount.units) * 10n ** BigInt(exponent - amount.exponent);
  const whole = scaled(limit);
  if (whole <= 0n) return compareAmounts(spent, limit) > 0 ? 1000 : 0;
  const share = (scaled(spent) * 1000n) / whole;
  return Number(share < 0n ? 0n : share > 1000n ? 1000n : share);
}

export function SpendingMeter({ spending }: { spending: Spending }) {
  const limit = spending.limits.perDay;
  const spent = spentUnderLimit(spending.today, limit);
  const share = shareOf(spent, limit);
  const others = spending.today.filter((amount) => amount.currency !== limit.currency);
  const words = `${formatAmount(spent)} of ${formatAmount(limit)}`;
  return (
    <div className={classes.fact} data-wide>
      <span className={classes.label}>
        Spent today
        {spending.unresolved > 0 && `, ${spending.unresolved} unresolved`}
      </span>
      <span className={classes.value} title={others.map(formatAmount).join(', ') || undefined}>
        {words}
        {others.length > 0 && ' +'}
      </span>
      <meter
        className={classes.meter}
        aria-label="Spent today against the limit"
        aria-valuetext={words}
        min={0}
        max={1000}
        high={800}
        optimum={0}
        value={share}
      />
    </div>
  );
}
