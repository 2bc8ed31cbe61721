import { Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { useNow } from '../components/now.ts';
import { plural } from '../results/award-words.ts';
import { filterWords } from '../results/filter-words.ts';
import { AskingPicker } from './asking-picker.tsx';
import { AskingsTable } from './askings-table.tsx';
import { ChangeCounts } from './change-counts.tsx';
import { ChangedTable } from './changed-table.tsx';
import { CommonFilter } from './common-filter.tsx';
import classes from './compare.module.css';
import { type CompareAddress, commonFilter } from './compare-address.ts';
import { differenceData, differenceJson } from './difference-data.ts';
import { CHANGE_WORDS, CHANGED_COLUMNS, changedCells, differencesTable } from './difference-words.ts';
import { NotCompared } from './not-compared.tsx';
import type { CompareViewProps } from './side-by-side.tsx';
import { useTakeable } from './take-away-place.tsx';
import { madeWords } from './take-away-words.ts';

/** Rows asked for at once, and at most taken away: what a spreadsheet still opens gladly. */
const WINDOW = 200;
const MOST_TAKEN = 20_000;

/** The same route, two dates of asking: what is new, gone, cheaper, dearer. */
export function TwoAskings({ address, change }: CompareViewProps) {
  const { before, after, changes } = address;
  const now = useNow();
  const filter = useMemo(() => commonFilter(address), [address]);
  const asked = before !== null && after !== null ? { before, after, filter, changes } : null;
  const windows = useInfiniteQuery({
    queryKey: ['results', 'differences', asked],
    queryFn: ({ pageParam }) => ask(asked, pageParam, WINDOW),
    enabled: asked !== null,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const have = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && have < last.total ? have : undefined;
    },
  });
  const told = windows.data?.pages[0];
  const rows = windows.data?.pages.flatMap((page) => page.rows) ?? [];
  const isSame = before !== null && JSON.stringify(before) === JSON.stringify(after);
  useTakeable(
    told && {
      name: 'milepost-differences',
      noun: 'list of differences',
      table: async () => differencesTable(told, await everyRow(asked, told.total)),
      data: async () => differenceData(await everyRow(asked, told.total)),
      json: async () => differenceJson(told, await everyRow(asked, told.total), now),
      picture: () => ({
        title: `What changed: ${told.after.title}`,
        notes: [
          ...filterWords(filter).map(({ words }) => words),
          `Of ${plural(told.total, 'changed record')} the first ${Math.min(rows.length, 60)}.`,
          madeWords(now),
        ],
        table: [
          CHANGED_COLUMNS.map(([, title]) => title),
          ...rows.slice(0, 60).map((row) => {
            const cells = changedCells(row);
            return CHANGED_COLUMNS.map(([name]) => cells[name]);
          }),
        ],
        isMarked: () => false,
      }),
    },
  );

  return (
    <>
      <AskingPicker before={before} after={after} onAskings={(askings) => change(askings)} />
      {asked === null ? (
        <EmptyState title="Two dates of asking">
          Choose a saved search that was asked at least twice: what is new, gone, cheaper or dearer since then
          is told record by record, from what is kept on this machine.
        </EmptyState>
      ) : isSame ? (
        <EmptyState title="One asking, twice">Choose two different runs to see what changed.</EmptyState>
      ) : windows.isError ? (
        <NotCompared
          error={windows.error}
          title="These could not be told apart"
          instead="Choose a saved search above; its two newest runs are told apart at once."
          onRetry={() => void windows.refetch()}
        />
      ) : told === undefined ? (
        <LoadingState words="Telling them apart…" />
      ) : (
        <>
          <AskingsTable before={told.before} after={told.after} scopes={[asked.before, asked.after]} />
          <Group gap="lg" my="sm" align="flex-end" className={classes.notOnPaper}>
            <CommonFilter address={address} change={change} />
          </Group>
          <ChangeCounts told={told} chosen={changes} onChosen={(next) => change({ changes: next })} />
          {told.total === 0 ? (
            <EmptyState title="Nothing changed">
              {changes.length > 0
                ? `No record is ${changes.map((each) => CHANGE_WORDS[each]).join(' or ')}.`
                : 'Both askings saw the same records in the same state.'}
            </EmptyState>
          ) : (
            <ChangedTable
              rows={rows}
              total={told.total}
              isLoading={windows.isFetchingNextPage}
              onMore={windows.hasNextPage ? () => void windows.fetchNextPage() : null}
            />
          )}
        </>
      )}
    </>
  );
}

type Asked = NonNullable<
  Pick<CompareAddress, 'changes'> & Omit<Parameters<typeof api.results.differences>[0], 'offset' | 'limit'>
>;

function ask(asked: Asked | null, offset: number, limit: number) {
  if (asked === null) throw new Error('Two askings have to be chosen first.');
  const { changes, ...rest } = asked;
  return api.results.differences({ ...rest, ...(changes.length > 0 && { changes }), offset, limit });
}

/** All rows, piece by piece, as far as they are taken away. */
async function everyRow(asked: Asked | null, total: number) {
  const rows = [];
  while (rows.length < Math.min(total, MOST_TAKEN)) {
    const next = await ask(asked, rows.length, 1000);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return rows;
}
