import { Link } from 'wouter';
import classes from './spending-tabs.module.css';

/** The parts of Purchases: what was spent, and every request that was sent for it. */
export function SpendingTabs({ here }: { here: 'spending' | 'activity' }) {
  return (
    <nav className={classes.tabs} aria-label="Spending and activity">
      <Link href="/purchases" aria-current={here === 'spending' ? 'page' : undefined}>
        Spending
      </Link>
      <Link href="/activity" aria-current={here === 'activity' ? 'page' : undefined}>
        Activity
      </Link>
    </nav>
  );
}
