import { Anchor } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { OtherOutputs } from '../outputs/other-outputs.tsx';
import { plural } from './award-words.ts';
import { SavedSearchTable } from './saved-search-table.tsx';
import classes from './saved-searches.module.css';
import { savedSearchesQuery } from './saved-searches-query.ts';

/** Every search that was ever asked, the newest first; opening one reads it from this machine at once. */
export function SavedSearches() {
  const searches = useQuery(savedSearchesQuery);
  return (
    <Screen
      title="Results"
      aside={searches.data && searches.data.length > 0 && <SearchCount count={searches.data.length} />}
    >
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
          title="Nothing saved yet"
          icon={<IconListSearch size={36} stroke={1.4} aria-hidden />}
          action={
            <Anchor component={Link} href="/" size="sm">
              Go to Search
            </Anchor>
          }
        >
          Every search that you run is kept here with all its records, and opens at once, with or without a
          network.
        </EmptyState>
      ) : (
        <SavedSearchTable searches={searches.data} />
      )}
      <OtherOutputs />
    </Screen>
  );
}

const SearchCount = ({ count }: { count: number }) => (
  <span className={classes.times}>
    {plural(count, 'saved search', 'saved searches')}, kept on this machine
  </span>
);
