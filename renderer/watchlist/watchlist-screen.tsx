import { IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { KeptSearches } from '../components/kept-searches.tsx';
import { Screen } from '../components/screen.tsx';
import { WatchTabs } from '../trips/watch-tabs.tsx';
import { Digest } from './digest.tsx';
import { WatchedSearches } from './watched-searches.tsx';
import classes from './watchlist.module.css';
import { watchlistQuery } from './watchlist-query.ts';

/** The saved searches by what changed and when to look again, and the one approval that looks at several of them. */
export function WatchlistScreen() {
  const searches = useQuery(watchlistQuery);
  return (
    <Screen title="Watchlist">
      <WatchTabs here="searches" />
      <p className={classes.lead}>
        Each look is a Call with a price. Nothing here refreshes by itself, unless you gave a search a
        standing permission: then Milepost looks at it while it is open, within what you allowed.
      </p>
      <KeptSearches
        list={searches}
        empty={{
          title: 'Nothing to watch yet',
          icon: IconBookmarks,
          words:
            'Every search that you run is saved and stands here, with what changed since you asked before.',
        }}
      >
        {(kept) => (
          <>
            <Digest hears={kept.some(({ rule, watched }) => rule !== null && watched)} />
            <WatchedSearches searches={kept} />
          </>
        )}
      </KeptSearches>
    </Screen>
  );
}
