import { type Amount, addAmounts, compareAmounts, multiplyAmount, notNegative } from '../money.ts';

/** What remains of the month's or the day's limit, whichever is less; nothing where either is used up. */
export function remainingUnder(
  limits: { perDay: Amount; perMonth: Amount },
  spent: { today: readonly Amount[]; month: readonly Amount[] },
): { left: Amount; by: 'day' | 'month' } {
  const rest = (limit: Amount, amounts: readonly Amount[]): Amount =>
    notNegative(
      amounts
        .filter(({ currency }) => currency === limit.currency)
        .reduce((sum, amount) => addAmounts(sum, multiplyAmount(amount, -1)), limit),
    );
  const day = rest(limits.perDay, spent.today);
  const month = rest(limits.perMonth, spent.month);
  return compareAmounts(day, month) < 0 ? { left: day, by: 'day' } : { left: month, by: 'month' };
}
