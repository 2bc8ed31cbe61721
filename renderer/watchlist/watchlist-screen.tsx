import { Anchor, Button, Table } from '@mantine/core';
import { IconBookmarks, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Ago } from '../components/ago.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { scopePath, searchPath } from '../components/screen-paths.ts';
import { formatNumber, plural } from '../results/award-words.ts';
import { savedSearchesQuery } from '../results/saved-searches-query.ts';
import { WatchTabs } from '../trips/watch-tabs.tsx';
import { LastChange } from './last-change.tsx';
import classes from './watchlist.module.css';

/** The saved searches by what changed, and the way to ask each again. Nothing here asks the network by itself. */
export function WatchlistScreen() {
  const searches = useQuery(savedSearchesQuery);
  return (
    <Screen title="Watchlist">
      <WatchTabs here="searches" />
      <p className={classes.lead}>
        Nothing here refreshes by itself: each look is a Call with a price, and happens only after you have
        approved its quote. “Search again” opens the search filled in; it buys nothing.
      </p>
      {searches.isError ? (
        <FailureNotice
          error={searches.error}
          title="The saved searches could not be read"
          onRetry={() => void searches.refetch()}
        />
      ) : searches.data === undefined ? (
        <LoadingState words="Reading saved searches…" />
      ) : searches.data.length === 0 ? (
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
      ) : (
        <Table.ScrollContainer minWidth={700} type="native">
          <Table layout="fixed" aria-label="Watched searches" verticalSpacing="sm" className={classes.table}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Search</Table.Th>
                <Table.Th w={112} ta="right">
                  Cheapest miles
                </Table.Th>
                <Table.Th w="32%">Between the last two runs</Table.Th>
                <Table.Th w={168}>
                  <span className={classes.hidden}>Actions</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {searches.data.map((search) => (
                <Table.Tr key={search.searchId}>
                  <Table.Td className={classes.wrap}>
                    <Anchor
                      component={Link}
                      href={scopePath({ kind: 'search', searchId: search.searchId })}
                      inherit
                      fw={500}
                    >
                      {search.title}
                    </Anchor>
                    <div className={classes.small}>
                      last asked <Ago at={search.lastAskedAt} />, {plural(search.runs, 'run')}
                    </div>
                  </Table.Td>
                  <Table.Td ta="right">
                    {search.cheapest === null ? 'no award space' : formatNumber(search.cheapest)}
                  </Table.Td>
                  <Table.Td>
                    <LastChange search={search} />
                  </Table.Td>
                  <Table.Td ta="right">
                    <Button
                      component={Link}
                      href={searchPath(search.criteria)}
                      size="xs"
                      variant="light"
                      leftSection={<IconSearch size={13} aria-hidden />}
                      aria-label={`Search again: ${search.title}`}
                    >
                      Search again
                    </Button>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Screen>
  );
}
