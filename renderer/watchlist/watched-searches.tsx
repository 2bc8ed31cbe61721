import { Button, Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { isDue, refreshOf } from '../permissions/refresh-labels.ts';
import { WorthReadingButton } from '../permissions/worth-reading-button.tsx';
import { askForRefresh } from '../quote/batches/next-pages-sheet.ts';
import { TryNetwork } from '../quote/try-network.tsx';
import { blockedProps, useOffline } from '../status/offline.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { useNow } from '../ui/now.ts';
import { announce } from '../ui/status-messages.ts';
import table from './watched-table.module.css';
import { WatchedTable } from './watched-table.tsx';
import classes from './watchlist.module.css';

const LIST_ORDERS = ['next', 'ran', 'title'] as const;
type ListOrder = (typeof LIST_ORDERS)[number];

/** Those whose last date has passed come last. */
const nextOf = ({ next }: Watched): number => (next.kind === 'over' ? Number.POSITIVE_INFINITY : next.at);

const ORDERS: Record<ListOrder, (a: Watched, b: Watched) => number> = {
  next: (a, b) => (nextOf(a) === nextOf(b) ? 0 : nextOf(a) - nextOf(b)),
  ran: (a, b) => b.lastRunAt - a.lastRunAt,
  title: (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
};

/** In the chosen order; equal ones keep theirs. */
const sortWatched = (searches: readonly Watched[], order: ListOrder): Watched[] =>
  searches.toSorted(ORDERS[order]);

/** Those whose title contains all the words. */
function matching(searches: readonly Watched[], text: string): Watched[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return searches.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
}

const ORDER_LABELS: Record<ListOrder, string> = {
  next: 'Worth refreshing',
  ran: 'Last run',
  title: 'Title',
};

const OFFLINE = 'Offline: a refresh needs the network. Everything saved still works.';

/** The list with actions on many at once: find, choose, refresh with one approval, remove and restore. */
export function WatchedSearches({ searches }: { searches: readonly Watched[] }) {
  const now = useNow();
  const [shownSide, setShownSide] = useState<'watched' | 'off'>('watched');
  const [order, setOrder] = useState<ListOrder>('next');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const sides = {
    watched: searches.filter(({ watched }) => watched),
    off: searches.filter(({ watched }) => !watched),
  };
  // Without unwatched searches the watched ones are shown.
  const side = shownSide === 'off' && sides.off.length === 0 ? 'watched' : shownSide;
  const listed = sortWatched(matching(sides[side], text), order);
  const due = listed.filter((search) => isDue(search, now));
  const picked = listed.filter(({ searchId }) => chosen.has(searchId));
  const watch = useMutation({
    mutationFn: (change: { searchIds: number[]; watched: boolean }) => api.watchlist.watch(change),
    onSuccess: (_, { searchIds, watched }) => {
      setChosen(new Set());
      const words = plural(searchIds.length, 'search', 'searches');
      announce(watched ? `${words} on the watchlist.` : `${words} off the watchlist. The results stay.`);
    },
  });
  const choose = (searchIds: readonly number[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const id of searchIds) isChosen ? next.add(id) : next.delete(id);
      return next;
    });
  const idsOf = (list: readonly Watched[]) => list.map(({ searchId }) => searchId);
  const obstacle = useOffline() && side === 'watched' ? OFFLINE : null;
  const toAsk = picked.length > 0 ? picked : listed;
  return (
    <section aria-label="Watched searches">
      <Group gap="sm" mb="sm" className={classes.tools}>
        {sides.off.length > 0 && (
          <SegmentedControl
            size="xs"
            aria-label="Which searches"
            value={side}
            onChange={(value) => {
              setShownSide(value === 'off' ? 'off' : 'watched');
              setChosen(new Set());
            }}
            data={[
              { value: 'watched', label: `Watched (${sides.watched.length})` },
              { value: 'off', label: `Not watched (${sides.off.length})` },
            ]}
          />
        )}
        <TextInput
          size="xs"
          aria-label="Find a search"
          placeholder="Find a search"
          leftSection={<IconSearch size={13} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          aria-label="Order"
          value={order}
          onChange={(event) =>
            setOrder(LIST_ORDERS.find((each) => each === event.currentTarget.value) ?? 'next')
          }
          data={LIST_ORDERS.map((value) => ({ value, label: `By ${ORDER_LABELS[value].toLowerCase()}` }))}
        />
        <Group gap={10} ml="auto">
          {side === 'off' ? (
            <Button
              variant="filled"
              size="xs"
              disabled={picked.length === 0}
              onClick={() => watch.mutate({ searchIds: idsOf(picked), watched: true })}
            >
              {picked.length > 0 ? `Watch ${formatNumber(picked.length)}` : 'Watch'}
            </Button>
          ) : sides.watched.length === 0 ? null : (
            <>
              {due.length > 0 && (
                <Button size="xs" onClick={() => setChosen(new Set(idsOf(due)))}>
                  Choose {due.length} due
                </Button>
              )}
              <Button
                size="xs"
                disabled={picked.length === 0}
                onClick={() => watch.mutate({ searchIds: idsOf(picked), watched: false })}
              >
                {picked.length > 0 ? `Stop watching ${formatNumber(picked.length)}` : 'Stop watching'}
              </Button>
              <WorthReadingButton obstacle={obstacle} />
              <Button
                variant="filled"
                size="xs"
                leftSection={<IconRefresh size={14} aria-hidden />}
                disabled={toAsk.length === 0}
                {...blockedProps(obstacle, 'refresh-obstacle', () => askForRefresh(refreshOf(toAsk)))}
              >
                {picked.length > 0
                  ? `Refresh ${picked.length} chosen…`
                  : `Refresh ${listed.length === 1 ? '' : 'all '}${listed.length}…`}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {obstacle && (
        <Text id="refresh-obstacle" mb={10} fz={13}>
          {obstacle} <TryNetwork />
        </Text>
      )}
      <NotDone of={watch} title="The watchlist was not changed" />
      {side === 'watched' && sides.watched.length === 0 ? (
        <EmptyState
          title="Nothing watched yet"
          action={
            <Button variant="filled" size="xs" onClick={() => setShownSide('off')}>
              Choose a saved search
            </Button>
          }
        >
          A watched search shows what changed since its last run, and when a refresh is worth its price.
        </EmptyState>
      ) : (
        <WatchedTable
          searches={listed}
          chosen={chosen}
          onChoose={choose}
          chooseAll={
            <ChooseAll
              chosen={picked.length}
              of={listed.length}
              onChoose={(isChosen) => choose(idsOf(listed), isChosen)}
            />
          }
          onWatch={(searchId, watched) => watch.mutate({ searchIds: [searchId], watched })}
        />
      )}
    </section>
  );
}

type ChooseAllProps = { chosen: number; of: number; onChoose: (isChosen: boolean) => void };

const ChooseAll = ({ chosen, of, onChoose }: ChooseAllProps) => (
  <input
    type="checkbox"
    className={table.choice}
    aria-label="Choose all searches"
    checked={of > 0 && chosen === of}
    ref={(box) => {
      if (box !== null) box.indeterminate = chosen > 0 && chosen < of;
    }}
    onChange={(event) => onChoose(event.currentTarget.checked)}
  />
);
