import { Link } from 'wouter';
import classes from './watch-tabs.module.css';

/** The parts of the Watchlist: the searches, and the trips made from them. */
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
