// biome-ignore-all lint/a11y/noRedundantRoles: table elements that are laid out otherwise lose their roles.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter on a link is a click.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Watched } from '#shared/contract/watchlist.ts';
import { changesQuery } from '../records/queries.ts';
import { useNow } from '../ui/now.ts';
import { followLink } from '../ui/page-link.tsx';
import type { RowActs, RowChanges, RowDialog } from './row-acts.ts';
import { focusActions } from './row-menu.tsx';
import { SearchDialog } from './search-dialog.tsx';
import { WatchedRow } from './watched-row.tsx';
import classes from './watched-table.module.css';

/** Rows that are rendered together, and whose changes are read together. */
const AT_ONCE = 25;
/** Rows shown before the user requests more. */
const FIRST = 50;

type WatchedTableProps = {
  searches: readonly Watched[];
  chosen: ReadonlySet<number>;
  chooseAll: ReactNode;
  onChoose: (searchIds: readonly number[], isChosen: boolean) => void;
  onWatch: (searchId: number, watched: boolean) => void;
};

/** Each search with its changes, its next refresh and its cost. Hundreds of them are shown in steps. */
export function WatchedTable({ searches, chosen, chooseAll, onChoose, onWatch }: WatchedTableProps) {
  const now = useNow();
  const [most, setMost] = useState(FIRST);
  const [dialog, setDialog] = useState<RowDialog | null>(null);
  // The same functions as long as the table is mounted: a row is rendered again only where it changed.
  const latest = useRef({ searches, onChoose, onWatch });
  latest.current = { searches, onChoose, onWatch };
  const leaving = useRef<{ searchId: number; becomes: boolean; next: number | undefined } | null>(null);
  // The removed row had the focus, which moves to its neighbour; without one it is lost with the row.
  useEffect(() => {
    const { current: left } = leaving;
    const still = searches.find(({ searchId }) => searchId === left?.searchId);
    if (left === null || (still !== undefined && still.watched !== left.becomes)) return;
    leaving.current = null;
    focusActions(left.next ?? left.searchId);
  }, [searches]);
  const acts = useMemo(
    (): RowActs => ({
      choose: (searchId, isChosen) => latest.current.onChoose([searchId], isChosen),
      watch(searchId, watched) {
        const { searches: listed, onWatch: change } = latest.current;
        const place = listed.findIndex((search) => search.searchId === searchId);
        const next = (listed[place + 1] ?? listed[place - 1])?.searchId;
        leaving.current = { searchId, becomes: watched, next };
        change(searchId, watched);
      },
      open: (kind, searchId) => setDialog({ kind, searchId }),
    }),
    [],
  );
  const shown = searches.slice(0, most);
  const pieces = Array.from({ length: Math.ceil(shown.length / AT_ONCE) }, (_, piece) =>
    shown.slice(piece * AT_ONCE, (piece + 1) * AT_ONCE),
  );
  const about = searches.find(({ searchId }) => searchId === dialog?.searchId);
  return (
    <>
      <div className={classes.scroller}>
        <table role="table" aria-label="Watched searches" className={classes.table} onClick={followLink}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">
                {chooseAll}
              </th>
              {['Search', 'Best miles', 'Last change', 'Worth refreshing'].map((name) => (
                <th key={name} scope="col" role="columnheader">
                  {name}
                </th>
              ))}
              <th scope="col" role="columnheader" data-numeric title="A refresh costs at most this">
                At most
              </th>
              <th scope="col" role="columnheader">
                <span className={classes.hidden}>Actions</span>
              </th>
            </tr>
          </thead>
          {pieces.map((piece) => (
            <Piece key={piece[0]?.searchId} searches={piece} chosen={chosen} now={now} acts={acts} />
          ))}
        </table>
      </div>
      {searches.length === 0 && <p className={classes.small}>No search with these words.</p>}
      {searches.length > most && (
        <Button size="xs" mt="sm" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(FIRST, searches.length - most)} more of {searches.length}
        </Button>
      )}
      <SearchDialog dialog={dialog} search={about} onClose={() => setDialog(null)} />
    </>
  );
}

type PieceProps = {
  searches: readonly Watched[];
  chosen: ReadonlySet<number>;
  now: number;
  acts: RowActs;
};

function Piece({ searches, chosen, now, acts }: PieceProps) {
  const pairs = searches.flatMap(({ beforeRunId, lastRunId }) =>
    beforeRunId === null ? [] : { before: beforeRunId, after: lastRunId },
  );
  const changes = useQuery(changesQuery(pairs));
  const changesOf = (lastRunId: number): RowChanges =>
    changes.isLoadingError ? 'unreadable' : (changes.data?.get(lastRunId) ?? 'reading');
  return (
    <tbody role="rowgroup">
      {searches.map((search) => (
        <WatchedRow
          key={search.searchId}
          search={search}
          now={now}
          changes={changesOf(search.lastRunId)}
          chosen={chosen.has(search.searchId)}
          acts={acts}
        />
      ))}
    </tbody>
  );
}
