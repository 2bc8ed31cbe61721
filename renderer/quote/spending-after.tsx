import type { Purchase } from '#shared/contract/purchases.ts';
import { Money, Moneys } from '../components/money.tsx';
import classes from './quote.module.css';

/** Today's spending before and after this purchase, beside the limit that it must fit under. */
export function SpendingAfter({ purchase }: { purchase: Purchase }) {
  const { spendingBefore, spendingAfterToday } = purchase;
  return (
    <dl className={classes.spending} aria-label="Spending today">
      <div>
        <dt>Spent today</dt>
        <dd>
          <Moneys amounts={spendingBefore.today} />
        </dd>
      </div>
      <div>
        <dt>With this purchase</dt>
        <dd>
          <Moneys amounts={spendingAfterToday} />
        </dd>
      </div>
      <div>
        <dt>Your limit for a day</dt>
        <dd>
          <Money amount={spendingBefore.limits.perDay} />
        </dd>
      </div>
      {spendingBefore.unresolved > 0 && (
        <div>
          <dt>Unresolved</dt>
          <dd>{spendingBefore.unresolved}, counted in full</dd>
        </div>
      )}
    </dl>
  );
}
