import { Button, TextInput } from '@mantine/core';
import { IconFilter, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { plural } from '#shared/formats.ts';
import { OtherOutputs } from '../../outputs/other-outputs.tsx';
import { savedSearchesQuery } from '../../records/saved-searches-query.ts';
import { StoredSearches } from '../../records/stored-searches.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { scopePath } from '../../ui/screen-paths.ts';
import type { UnreadPart } from '../../ui/unread-address.tsx';
import { SavedSearchTable } from './saved-search-table.tsx';
import classes from './saved-searches.module.css';
import { searchesNamed } from './searches-named.ts';

/** As many as can be looked over; more are found by their words. */
const FEW = 8;

/** Every search that was ever asked, the newest first; opening one reads it from this machine at once. */
export function SavedSearches({ unread }: { unread: readonly UnreadPart[] }) {
  const searches = useQuery(savedSearchesQuery);
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const choose = useCallback(
    (searchId: number, isChosen: boolean) =>
      setChosen((before) => {
        const after = new Set(before);
        if (isChosen) after.add(searchId);
        else after.delete(searchId);
        return after;
      }),
    [],
  );
  const together = (searches.data ?? []).flatMap(({ searchId }) => (chosen.has(searchId) ? searchId : []));
  const many = (searches.data?.length ?? 0) > FEW;
  return (
    <Screen
      title="Results"
      unread={unread}
      aside={searches.data && searches.data.length > 0 && <SearchCount count={searches.data.length} />}
      actions={
        <>
          {together.length > 0 && <ShowTogether searchIds={together} />}
          {many && (
            <TextInput
              aria-label="Find a saved search"
              placeholder="Airport or cabin"
              leftSection={<IconFilter size={15} aria-hidden />}
              size="xs"
              w={220}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          )}
        </>
      }
    >
      <StoredSearches
        list={searches}
        empty={{
          title: 'Nothing saved yet',
          icon: IconListSearch,
          words:
            'Every search that you run is kept here with all its records, and opens at once, with or without a network.',
        }}
      >
        {(stored) => {
          const found = many ? searchesNamed(stored, words) : stored;
          return found.length > 0 ? (
            <SavedSearchTable searches={found} chosen={chosen} onChoose={choose} />
          ) : (
            <EmptyState title="No saved search by these words">
              {`${plural(stored.length, 'saved search', 'saved searches')} are kept here. Type other words to find one of them.`}
            </EmptyState>
          );
        }}
      </StoredSearches>
      <OtherOutputs />
    </Screen>
  );
}

/** One table of all that the chosen searches hold, each record once. */
const ShowTogether = ({ searchIds }: { searchIds: number[] }) => {
  const [, navigate] = useLocation();
  return (
    <Button
      size="xs"
      disabled={searchIds.length < 2}
      onClick={() => navigate(scopePath({ kind: 'several', searchIds, runIds: [] }))}
    >
      {searchIds.length < 2 ? 'Choose one more to show together' : `Show ${searchIds.length} together`}
    </Button>
  );
};

const SearchCount = ({ count }: { count: number }) => (
  <span className={classes.times}>
    {plural(count, 'saved search', 'saved searches')}, kept on this machine
  </span>
);
