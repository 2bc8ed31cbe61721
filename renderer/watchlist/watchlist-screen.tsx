import { Text } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { watchlistQuery } from '../records/queries.ts';
import { StoredSearches } from '../records/stored-searches.tsx';
import { Screen } from '../ui/screen.tsx';
import { Digest } from './digest.tsx';
import { WatchedSearches } from './watched-searches.tsx';

/** The saved searches with what changed and when to refresh, and the one approval that refreshes several of them. */
export function WatchlistScreen() {
  const searches = useQuery(watchlistQuery);
  return (
    <Screen title="Watchlist">
      <Text maw="88ch" mb={16} fz={13} c="dimmed">
        You approve every refresh, except of a search that you gave a standing permission.
      </Text>
      <StoredSearches
        list={searches}
        empty={{
          title: 'Nothing to watch yet',
          icon: IconBookmarks,
          words: 'Run a search, then choose Watch: what changed is shown here.',
        }}
      >
        {(stored) => (
          <>
            <Digest
              hasRules={stored.some(({ rule, watched }) => rule !== null && watched)}
              isWatching={stored.some(({ watched }) => watched)}
            />
            <WatchedSearches searches={stored} />
          </>
        )}
      </StoredSearches>
    </Screen>
  );
}
