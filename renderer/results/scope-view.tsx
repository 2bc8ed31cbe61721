import { Anchor, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Link } from 'wouter';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import { api } from '../api/api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { announce } from '../components/status-words.ts';
import { formatNumber, plural } from './award-words.ts';
import { useChoice } from './choice.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ExportProgress } from './export-progress.tsx';
import { FilterBar } from './filter-bar.tsx';
import { GroupChoice } from './group-choice.tsx';
import { ChosenBar } from './marks/chosen-bar.tsx';
import { NextPage } from './next-page.tsx';
import { RecordDrawer } from './record-drawer.tsx';
import { useRecordHead } from './record-windows.ts';
import classes from './results.module.css';
import type { ResultsAddress, ResultView } from './results-address.ts';
import { ScopeBody } from './scope-body.tsx';
import { ScopeHeader } from './scope-header.tsx';
import { tableOrder } from './table-order.ts';
import type { ChangeAddress } from './use-results-address.ts';

type ScopeViewProps = { scope: Scope; address: ResultsAddress; change: ChangeAddress };

/** One scope in the view, with the filters and the sorting that the address names. */
export function ScopeView({ scope, address, change }: ScopeViewProps) {
  const { filter, sort, view, group } = address;
  const told = useQuery({
    queryKey: ['results', 'scope', scope],
    queryFn: () => api.results.scope({ scope }),
  });
  const { total } = useRecordHead({ scope, filter, sort, group });
  const choice = useChoice(JSON.stringify(scope));
  const open = useCallback((record: number) => change({ record }, 'push'), [change]);
  const records = told.data?.records;
  const counted =
    total === undefined || records === undefined
      ? ''
      : total === records
        ? plural(total, 'record')
        : `${formatNumber(total)} of ${plural(records, 'record')}`;
  useEffect(() => {
    if (counted !== '') announce(counted);
  }, [counted]);

  if (told.isError) {
    const missing = told.error instanceof ContractFailure && told.error.failure.code === 'not_found';
    return (
      <Screen title="Results" aside={<AllSearches />}>
        {missing ? (
          <EmptyState title="Nothing is kept for this">
            The address names a search or a run that is not in this machine’s file. It may come from another
            machine, or from before a new file was begun.
          </EmptyState>
        ) : (
          <FailureNotice
            error={told.error}
            title="These results could not be opened"
            onRetry={() => void told.refetch()}
          />
        )}
      </Screen>
    );
  }
  if (told.data === undefined) {
    return (
      <Screen title="Results" aside={<AllSearches />}>
        <LoadingState words="Opening…" />
      </Screen>
    );
  }

  const { broken, cabin, run } = told.data;
  const views: { value: ResultView; label: string }[] = [
    { value: 'table', label: 'Table' },
    { value: 'calendar', label: 'Calendar' },
    { value: 'map', label: 'Map' },
    { value: 'timeline', label: 'Timeline' },
    { value: 'histogram', label: 'Histogram' },
    ...(broken > 0
      ? [{ value: 'broken' as const, label: `Outside the contract (${formatNumber(broken)})` }]
      : []),
  ];
  const shown = view === 'broken' && broken === 0 ? 'table' : view;
  const setFilter = (next: RecordFilter) => change({ filter: next });
  // A search asks for one cabin or names none, and the heading says so; only what is kept of several needs a column.
  const severalCabins = scope.kind === 'matching' && cabin === null;
  const hidden = severalCabins ? address.hidden : [...address.hidden, 'cabin'];

  return (
    <Screen
      title="Results"
      fill
      aside={<AllSearches />}
      actions={run?.next && <NextPage run={run} title={told.data.title} next={run.next} />}
    >
      <ScopeHeader told={told.data} />
      <ExportProgress />
      <div className={classes.bar}>
        <SegmentedControl
          aria-label="View"
          size="sm"
          data={views}
          value={shown}
          onChange={(value) => change({ view: views.find((each) => each.value === value)?.value ?? 'table' })}
        />
        <span className={classes.count}>{counted}</span>
        {shown === 'table' && <GroupChoice group={group} onGroup={(next) => change({ group: next })} />}
        {shown !== 'broken' && (
          <ExportMenu
            label="Export"
            disabled={records === 0}
            what={
              shown === 'table'
                ? { view: shown, scope, filter, sort: tableOrder(sort, group), hidden }
                : { view: shown, scope, filter }
            }
          />
        )}
        {shown === 'table' && (
          <ColumnChoice
            hidden={address.hidden}
            withCabin={severalCabins}
            onHide={(columns) => change({ hidden: columns })}
          />
        )}
      </div>
      {shown !== 'broken' && <FilterBar scope={scope} filter={filter} onFilter={setFilter} />}
      {shown === 'table' && choice.versionIds.size > 0 && <ChosenBar choice={choice} hidden={hidden} />}
      <div className={classes.view}>
        <ScopeBody
          scope={scope}
          address={address}
          change={change}
          view={shown}
          told={told.data}
          total={total}
          hidden={hidden}
          choice={choice}
          onOpen={open}
        />
      </div>
      <RecordDrawer versionId={address.record} onClose={() => change({ record: null })} />
    </Screen>
  );
}

const AllSearches = () => (
  <Anchor component={Link} href="/results" size="sm">
    All saved searches
  </Anchor>
);
