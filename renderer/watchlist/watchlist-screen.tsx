import { Anchor } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { KeptList } from '../components/kept-list.tsx';
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
      <KeptList
        list={searches}
        failed="The saved searches could not be read"
        reading="Reading saved searches…"
        empty={
          <EmptyState
            title="Nothing to watch yet"
            icon={<IconBookmarks size={36} stroke={1.4} aria-hidden />}
            action={
              <Anchor component={Link} href="/" size="sm">
                Go to Search
              </Anchor>
            }
          >
            Every search that you run is saved and stands here, with what changed since you asked before.
          </EmptyState>
        }
      >
        {(kept) => (
          <>
            <Digest hears={kept.some(({ rule, watched }) => rule !== null && watched)} />
            <WatchedSearches searches={kept} />
          </>
        )}
      </KeptList>
    </Screen>
  );
}
