import type { z } from 'zod';
import type { spendingSchema } from '#shared/contract/status.ts';
import { amountLabel } from '#shared/money.ts';
import { shareOf, spentUnderLimit } from '../money/spending-share.ts';
import { inForceLabel } from '../status/in-force-label.ts';
import { PageLink } from '../ui/page-link.tsx';
import classes from './frame.module.css';

type Spending = z.infer<typeof spendingSchema>;

/** Spending against the day's limit, and standing approvals, where there are any. */
export function SpendingMeter({ spending }: { spending: Spending }) {
  if (spending.limits.unread === true) return <UnreadLimits />;
  const limit = spending.limits.perDay;
  const spent = spentUnderLimit(spending.today, limit);
  const share = shareOf(spent, limit);
  const others = spending.today.filter((amount) => amount.currency !== limit.currency);
  const words = `${amountLabel(spent)} of ${amountLabel(limit)}`;
  const standing = inForceLabel(spending.standing);
  return (
    <div className={classes.fact} data-wide>
      <span className={classes.label}>
        {standing === null ? (
          'Spent today'
        ) : (
          <PageLink href="/settings" className={classes.standing}>
            {standing}
          </PageLink>
        )}
        {spending.unresolved > 0 && `, ${spending.unresolved} unresolved`}
      </span>
      <span className={classes.value} title={others.map(amountLabel).join(', ') || undefined}>
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

/** Neither the limits nor a share of them is known: nothing that could not be read is shown as zero. */
const UnreadLimits = () => (
  <div className={classes.fact} data-wide>
    <span className={classes.label}>Spending limits</span>
    <PageLink href="/settings/spending" className={classes.value} data-tone="warn">
      <span className={classes.dot} aria-hidden />
      Not readable
    </PageLink>
  </div>
);
