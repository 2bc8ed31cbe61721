import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { IconFilter, IconListSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import type { SavedSearch } from '#shared/contract/awards.ts';
import { SEARCH_NAME_MAX } from '#shared/contract/results.ts';
import { plural } from '#shared/formats.ts';
import { compareAddress, MAX_COLUMNS, MIN_COLUMNS } from '../../addresses/compare-address.ts';
import { OtherOutputs } from '../../outputs/other-outputs.tsx';
import { savedSearchesQuery } from '../../records/queries.ts';
import { StoredSearches } from '../../records/stored-searches.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { Screen } from '../../ui/screen.tsx';
import { scopePath } from '../../ui/screen-paths.ts';
import { useSavedSearchActs } from './saved-search-acts.ts';
import { SavedSearchTable } from './saved-search-table.tsx';
import classes from './saved-searches.module.css';
import { searchesNamed } from './searches-named.ts';

type RenameDialogProps = { search: SavedSearch | null; onClose: () => void };

/** Gives a saved search the user's own name, or removes it. */
const RenameDialog = ({ search, onClose }: RenameDialogProps) => (
  <Modal opened={search !== null} onClose={onClose} title="Rename search">
    {search !== null && <RenameForm key={search.searchId} search={search} onClose={onClose} />}
  </Modal>
);

function RenameForm({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const [name, setName] = useState(search.name ?? '');
  const { rename } = useSavedSearchActs();
  const submit = () => {
    void rename(search.searchId, name.trim() || null, onClose);
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Empty: called by what it asks for."
          placeholder={search.name === null ? search.title : undefined}
          maxLength={SEARCH_NAME_MAX}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <DialogButtons leave={{ label: 'Cancel', onLeave: onClose }}>
          <Button variant="filled" type="submit">
            Save name
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}

/** The number shown at once; others are found by typing. */
const FEW = 8;

/** Every saved search, the newest first; opening one reads only this machine. */
export function SavedSearches({ unread }: { unread: readonly string[] }) {
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
  const chosenSearches = (searches.data ?? []).filter(({ searchId }) => chosen.has(searchId));
  const [menuOf, setMenuOf] = useState<number | null>(null);
  const [renaming, setRenaming] = useState<number | null>(null);
  const many = (searches.data?.length ?? 0) > FEW;
  return (
    <Screen
      title="Results"
      unread={unread}
      aside={searches.data && searches.data.length > 0 && <SearchCount count={searches.data.length} />}
      actions={
        <>
          {chosenSearches.length > 0 && (
            <ChosenActs searches={chosenSearches} onDone={() => setChosen(new Set())} />
          )}
          {many && (
            <TextInput
              aria-label="Find a saved search"
              placeholder="City, airport or cabin"
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
          words: 'Every search that you run stays here with all its results, and opens without a network.',
        }}
      >
        {(stored) => {
          const found = many ? searchesNamed(stored, words) : stored;
          return found.length > 0 ? (
            <SavedSearchTable
              searches={found}
              chosen={chosen}
              onChoose={choose}
              menuOf={menuOf}
              onMenu={setMenuOf}
              onRename={setRenaming}
            />
          ) : (
            <EmptyState title="No saved search by these words">
              {`Type other words: ${plural(stored.length, 'search is', 'searches are')} saved here.`}
            </EmptyState>
          );
        }}
      </StoredSearches>
      <OtherOutputs />
      <RenameDialog
        search={searches.data?.find(({ searchId }) => searchId === renaming) ?? null}
        onClose={() => setRenaming(null)}
      />
    </Screen>
  );
}

type ChosenActsProps = { searches: readonly SavedSearch[]; onDone: () => void };

/** Actions on several searches at once. */
function ChosenActs({ searches, onDone }: ChosenActsProps) {
  const [, navigate] = useLocation();
  const acts = useSavedSearchActs();
  const searchIds = searches.map(({ searchId }) => searchId);
  const count = searches.length;
  return (
    <>
      <Button
        variant="filled"
        size="xs"
        disabled={count < MIN_COLUMNS || count > MAX_COLUMNS}
        title={count > MAX_COLUMNS ? `At most ${MAX_COLUMNS}` : undefined}
        onClick={() =>
          navigate(
            compareAddress.path({
              columns: searchIds.map((searchId) => ({ scope: { kind: 'search', searchId }, filter: {} })),
            }),
          )
        }
      >
        {count < MIN_COLUMNS ? 'Choose one more' : `Compare ${count}`}
      </Button>
      {count >= 2 && (
        <Button size="xs" onClick={() => navigate(scopePath({ kind: 'several', searchIds, runIds: [] }))}>
          Show {count} together
        </Button>
      )}
      <Button size="xs" onClick={() => void acts.remove(searches).then(onDone)}>
        Remove {count}
      </Button>
    </>
  );
}

const SearchCount = ({ count }: { count: number }) => (
  <span className={classes.times}>{plural(count, 'saved search', 'saved searches')}</span>
);
