import { Button, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { useNow } from '../components/now.ts';
import type { changeWords } from './change-words.ts';
import { type RowDialog, SearchDialog } from './search-dialog.tsx';
import { WatchedRow } from './watched-row.tsx';
import classes from './watchlist.module.css';
import { changesQuery } from './watchlist-query.ts';

/** Rows that are drawn together, and read together what changed in them. */
const AT_ONCE = 25;
/** Rows that are there before the person asks for more. */
const FIRST = 50;

type WatchedTableProps = {
  searches: readonly Watched[];
  chosen: ReadonlySet<number>;
  chooseAll: ReactNode;
  onChoose: (searchIds: readonly number[], isChosen: boolean) => void;
  onWatch: (searchId: number, watched: boolean) => void;
};

/** Each search with what changed, its next look and what that costs. Hundreds of them are shown piece by piece. */
export function WatchedTable({ searches, chosen, chooseAll, onChoose, onWatch }: WatchedTableProps) {
  const now = useNow();
  const [most, setMost] = useState(FIRST);
  const [dialog, setDialog] = useState<RowDialog | null>(null);
  const shown = searches.slice(0, most);
  const pieces = Array.from({ length: Math.ceil(shown.length / AT_ONCE) }, (_, piece) =>
    shown.slice(piece * AT_ONCE, (piece + 1) * AT_ONCE),
  );
  const about = searches.find(({ searchId }) => searchId === dialog?.searchId);
  return (
    <>
      <Table.ScrollContainer minWidth={760} type="native">
        <Table layout="fixed" aria-label="Watched searches" verticalSpacing="sm" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={38}>{chooseAll}</Table.Th>
              <Table.Th>Search</Table.Th>
              <Table.Th w="24%">Last change</Table.Th>
              <Table.Th w={150}>Next look</Table.Th>
              <Table.Th w={138} ta="right">
                Cost of a look
              </Table.Th>
              <Table.Th w={62}>
                <span className={classes.hidden}>Actions</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          {pieces.map((piece) => (
            <Piece key={piece[0]?.searchId} searches={piece}>
              {(search, changes) => (
                <WatchedRow
                  key={search.searchId}
                  search={search}
                  now={now}
                  changes={changes}
                  chosen={chosen.has(search.searchId)}
                  onChoose={(isChosen) => onChoose([search.searchId], isChosen)}
                  onWatch={(watched) => onWatch(search.searchId, watched)}
                  onDialog={(kind) => setDialog({ kind, searchId: search.searchId })}
                />
              )}
            </Piece>
          ))}
        </Table>
      </Table.ScrollContainer>
      {searches.length === 0 && <p className={classes.small}>No search with these words.</p>}
      {searches.length > most && (
        <Button size="xs" variant="default" mt="sm" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(FIRST, searches.length - most)} more of {searches.length}
        </Button>
      )}
      <SearchDialog dialog={dialog} search={about} onClose={() => setDialog(null)} />
    </>
  );
}

/** What is known of the change between the last two runs of a search. */
export type RowChanges = 'reading' | 'unreadable' | { counts: Parameters<typeof changeWords>[0] };

type PieceProps = {
  searches: readonly Watched[];
  children: (search: Watched, changes: RowChanges) => ReactNode;
};

function Piece({ searches, children }: PieceProps) {
  const pairs = searches.flatMap(({ beforeRunId, lastRunId }) =>
    beforeRunId === null ? [] : { before: beforeRunId, after: lastRunId },
  );
  const changes = useQuery(changesQuery(pairs));
  const stateOf = (lastRunId: number): RowChanges => {
    if (changes.isError) return 'unreadable';
    return changes.data?.get(lastRunId) ?? 'reading';
  };
  return <Table.Tbody>{searches.map((search) => children(search, stateOf(search.lastRunId)))}</Table.Tbody>;
}
