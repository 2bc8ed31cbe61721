import { Link } from 'wouter';
import classes from './watch-tabs.module.css';

/** What stands under Watchlist: the searches, and what was gathered from them. */
export function WatchTabs({ here }: { here: 'searches' | 'trips' }) {
  return (
    <nav className={classes.tabs} aria-label="Watchlist and trips">
      <Link href="/watchlist" aria-current={here === 'searches' ? 'page' : undefined}>
        Searches
      </Link>
      <Link href="/trips" aria-current={here === 'trips' ? 'page' : undefined}>
        Trips
      </Link>
    </nav>
  );
}
