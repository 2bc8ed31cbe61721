import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { formatNumber, listLabel, plural } from '#shared/formats.ts';
import { type CompareAddress, commonFilter } from '../../addresses/compare-address.ts';
import { api } from '../../api/api.ts';
import { savedSearchesQuery } from '../../records/queries.ts';
import { SearchTitle } from '../../records/search-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, isLost, isUnread } from '../../ui/failure-notice.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { CommonFilter } from '../columns/common-filter.tsx';
import classes from '../compare.module.css';
import type { CompareViewProps } from '../compare-view.ts';
import { ShareActions } from '../share/share-actions.tsx';
import { ChangedTable } from './changed-table.tsx';
import { differenceData, differenceJson } from './difference-data.ts';
import { CHANGE_HINTS, CHANGE_LABELS, type DifferencesRead, differencesTable } from './difference-labels.ts';
import type { ComparedRuns } from './run-order.ts';
import { lastTwoRuns, RunPicker } from './run-picker.tsx';
import { RunsTable } from './runs-table.tsx';

/** Rows per request, and the most in an export: what a spreadsheet still handles well. */
const WINDOW = 200;
const MAX_COPIED = 20_000;

/** The same route, two runs: what is new, removed, cheaper, dearer. */
export function CompareRuns({ address, change }: CompareViewProps) {
  const { before, after, changes } = address;
  const filter = useMemo(() => commonFilter(address), [address]);
  const requested = before !== null && after !== null ? { before, after, filter, changes } : null;
  const windows = useInfiniteQuery({
    queryKey: ['results', 'differences', requested],
    queryFn: ({ pageParam }) => ask(requested, pageParam, WINDOW),
    enabled: requested !== null,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const have = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length > 0 && have < last.total ? have : undefined;
    },
  });
  const differences = windows.data?.pages[0];
  const rows = windows.data?.pages.flatMap((page) => page.rows) ?? [];
  const isSame = before !== null && JSON.stringify(before) === JSON.stringify(after);

  return (
    <>
      <RunPicker before={before} after={after} onRuns={(runs) => change(runs)} />
      {requested === null ? (
        <NoRuns onRuns={(runs) => change(runs)} />
      ) : isSame ? (
        <EmptyState title="One run, twice">Choose two different runs to see what changed.</EmptyState>
      ) : isLost(windows.error) ? (
        // A retry would fail as well.
        <EmptyState title="One of these is no longer saved">
          The address names a search or a run that is not in this data file. Choose a saved search above; its
          two newest runs are compared at once.
        </EmptyState>
      ) : isUnread(windows) ? (
        <FailureNotice
          error={windows.error}
          title="These could not be compared"
          onRetry={() => void windows.refetch()}
        />
      ) : differences === undefined ? (
        <LoadingState words="Comparing…" />
      ) : (
        <>
          <ShareActions
            name="milepost-differences"
            noun="list of differences"
            table={async () => differencesTable(differences, await everyRow(requested, differences.total))}
            data={async () => differenceData(await everyRow(requested, differences.total))}
            json={async () =>
              differenceJson(differences, await everyRow(requested, differences.total), Date.now())
            }
          />
          <RunsTable
            before={differences.before}
            after={differences.after}
            scopes={[requested.before, requested.after]}
          />
          <Group gap="lg" my="sm" align="flex-end" className={classes.notOnPaper}>
            <CommonFilter address={address} change={change} />
          </Group>
          <ChangeCounts
            differences={differences}
            chosen={changes}
            onChosen={(next) => change({ changes: next })}
          />
          {differences.total === 0 ? (
            <EmptyState title="Nothing changed">
              {changes.length > 0
                ? `No record is ${listLabel(
                    changes.map((each) => CHANGE_LABELS[each]),
                    'one',
                  )}.`
                : 'Both runs saw the same records in the same state.'}
            </EmptyState>
          ) : (
            <ChangedTable
              rows={rows}
              scopes={[requested.before, requested.after]}
              total={differences.total}
              isLoading={windows.isFetchingNextPage}
              onMore={windows.hasNextPage ? () => void windows.fetchNextPage() : null}
            />
          )}
        </>
      )}
    </>
  );
}

type Requested = NonNullable<
  Pick<CompareAddress, 'changes'> & Omit<Parameters<typeof api.results.differences>[0], 'offset' | 'limit'>
>;

function ask(requested: Requested | null, offset: number, limit: number) {
  if (requested === null) throw new Error('Two runs have to be chosen first.');
  const { changes, ...rest } = requested;
  return api.results.differences({ ...rest, ...(changes.length > 0 && { changes }), offset, limit });
}

/** All rows, in steps, up to the export limit. */
async function everyRow(requested: Requested | null, total: number) {
  const rows = [];
  while (rows.length < Math.min(total, MAX_COPIED)) {
    const next = await ask(requested, rows.length, 1000);
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return rows;
}

/**
 * Nothing is chosen: offers the two newest runs of the search with the latest run, or shows how to get a second run.
 */
function NoRuns({ onRuns }: { onRuns: (pair: ComparedRuns) => void }) {
  const { data: searches } = useQuery(savedSearchesQuery);
  const repeated = searches?.find(({ runs }) => runs > 1);
  return (
    <EmptyState
      title="Two runs"
      action={
        repeated !== undefined ? (
          <Button
            variant="filled"
            size="xs"
            title={repeated.title}
            onClick={() => void lastTwoRuns(repeated.searchId, onRuns)}
          >
            Compare the last two runs
          </Button>
        ) : (
          <Button
            variant="filled"
            component={Link}
            href={searches?.length === 0 ? '/' : '/results'}
            size="xs"
          >
            {searches?.length === 0 ? 'Go to Search' : 'Choose a search to run again'}
          </Button>
        )
      }
    >
      {repeated === undefined ? (
        'A search that is run again shows here what is new, removed, cheaper or dearer since, record by record.'
      ) : (
        <>
          <SearchTitle title={repeated.title} />: what is new, removed, cheaper or dearer since the run
          before.
        </>
      )}
    </EmptyState>
  );
}

type ChangeCountsProps = {
  differences: DifferencesRead;
  /** The kinds that are listed; none means all. */
  chosen: readonly Change[];
  onChosen: (changes: Change[]) => void;
};

/** How many records changed in which way; pressing one lists it, alone or with others. */
function ChangeCounts({ differences, chosen, onChosen }: ChangeCountsProps) {
  const present = CHANGES.filter((change) => differences.counts[change] > 0 || chosen.includes(change));
  const hints = present.flatMap((change) => {
    const hint = CHANGE_HINTS[change];
    return hint === undefined ? [] : [`${CHANGE_LABELS[change]}: ${hint}`];
  });
  return (
    <>
      <Group gap={6} role="group" aria-label="What changed">
        {present.map((change) => {
          const isChosen = chosen.includes(change);
          return (
            <Button
              key={change}
              size="compact-sm"
              variant={isChosen ? 'filled' : 'default'}
              aria-pressed={isChosen}
              onClick={() =>
                onChosen(isChosen ? chosen.filter((each) => each !== change) : [...chosen, change])
              }
            >
              {formatNumber(differences.counts[change])} {CHANGE_LABELS[change]}
            </Button>
          );
        })}
        <span className={classes.note}>{plural(differences.unchanged, 'record')} unchanged</span>
      </Group>
      {hints.length > 0 && <p className={classes.note}>{hints.join(' ')}</p>}
    </>
  );
}
