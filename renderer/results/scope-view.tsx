import { Anchor } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { memo, useCallback, useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { ContractFailure } from '#shared/contract/failure.ts';
import type { UnreadPart } from '../components/address-parts.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Screen } from '../components/screen.tsx';
import { announce } from '../components/status-words.ts';
import { formatNumber, plural } from './award-words.ts';
import { useChoice } from './choice.ts';
import { ExportProgress } from './export-progress.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useLasting } from './lasting.ts';
import { ChosenBar } from './marks/chosen-bar.tsx';
import { NextPage } from './next-page.tsx';
import { usePaintedAfter } from './painted.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { foreseeRecords, useRecordHead } from './record-windows.ts';
import classes from './results.module.css';
import type { ResultsAddress } from './results-address.ts';
import { RunsMenu } from './runs-menu.tsx';
import { ScopeBody } from './scope-body.tsx';
import { ScopeHeader } from './scope-header.tsx';
import { scopeQuery } from './scope-query.ts';
import type { ChangeAddress } from './use-results-address.ts';
import { ViewBar } from './view-bar.tsx';

// A closed drawer has nothing to do with a filter that changes.
const Drawer = memo(RecordDrawer);

type ScopeViewProps = {
  scope: Scope;
  address: ResultsAddress;
  /** What of the address could not be read. */
  unread: readonly UnreadPart[];
  change: ChangeAddress;
};

/** One scope in the view, with the filters and the sorting that the address names. */
export function ScopeView({ scope, address, unread, change }: ScopeViewProps) {
  const { filter, sort, view, group } = address;
  const selection = useMemo(() => ({ scope, filter, sort, group }), [scope, filter, sort, group]);
  // The rows first: they are what a person waits for.
  const head = useRecordHead(selection);
  const { total } = head;
  // What speaks of the rows is drawn once, with the rows that it speaks of.
  const settled = useRef(address);
  if (!head.outdated) settled.current = address;
  usePrefetchQuery(scopeQuery(scope));
  const told = useQuery(scopeQuery(scope));
  const choice = useChoice(JSON.stringify(scope));
  const open = useCallback((record: number) => change({ record }, 'push'), [change]);
  const close = useCallback(() => change({ record: null }), [change]);
  const setFilter = useCallback((next: RecordFilter) => change({ filter: next }), [change]);
  const foreseeFilter = useCallback(
    (next: RecordFilter) => view === 'table' && foreseeRecords({ scope, filter: next, sort, group }),
    [scope, sort, group, view],
  );
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
  // Where the rows let one wait, the fields are drawn meanwhile.
  const slow = useLasting(total === undefined);
  const withFields = usePaintedAfter(told.data !== undefined && (total !== undefined || slow));
  // A search asks for one cabin or names none, and the heading says so; only what is kept of several needs a column.
  const severalCabins = (told.data?.cabins.length ?? 0) > 1;
  const hidden = useMemo(
    () => (severalCabins ? address.hidden : [...address.hidden, 'cabin']),
    [severalCabins, address.hidden],
  );

  const body = useRef<HTMLElement>(null);
  const drawn = useRef(view);
  useEffect(() => {
    // A day of the calendar that is opened takes the calendar away, and would take the focus along.
    if (drawn.current !== view && document.activeElement === document.body) body.current?.focus();
    drawn.current = view;
  }, [view]);

  if (told.isError) {
    const missing = told.error instanceof ContractFailure && told.error.failure.code === 'not_found';
    return (
      <Screen title="Results" aside={<AllSearches />} unread={unread}>
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
      <Screen title="Results" aside={<AllSearches />} unread={unread}>
        <LoadingState words="Opening…" />
      </Screen>
    );
  }

  const { broken, run } = told.data;
  const shown = view === 'broken' && broken === 0 ? 'table' : view;
  return (
    <Screen
      title="Results"
      fill
      unread={unread}
      aside={
        <>
          <AllSearches />
          {withFields && run && <RunsMenu key={run.searchId} searchId={run.searchId} />}
        </>
      }
      actions={run?.next && <NextPage run={run} title={told.data.title} next={run.next} />}
    >
      <ScopeHeader told={told.data} passing={total === records ? undefined : total} />
      <ExportProgress />
      {withFields ? (
        <>
          <ViewBar
            scope={scope}
            address={settled.current}
            change={change}
            shown={shown}
            broken={broken}
            empty={records === 0}
            hidden={hidden}
            severalCabins={severalCabins}
            cabins={told.data.cabinsKept}
          />
          {shown !== 'broken' && (
            <FilterBar
              scope={scope}
              filter={filter}
              settled={settled.current.filter}
              onFilter={setFilter}
              onForeseen={foreseeFilter}
            />
          )}
        </>
      ) : (
        <div className={classes.fieldsToCome} data-broken={shown === 'broken' || undefined} />
      )}
      <section className={classes.view} ref={body} tabIndex={-1} aria-label="Records shown">
        <ScopeBody
          scope={scope}
          address={address}
          change={change}
          view={shown}
          told={told.data}
          selection={selection}
          head={head}
          hidden={hidden}
          choice={choice}
          onOpen={open}
        />
      </section>
      {/* Below the rows: above them it would move the next row from under the pointer. */}
      {shown === 'table' && choice.versionIds.size > 0 && <ChosenBar choice={choice} hidden={hidden} />}
      {withFields && <Drawer versionId={address.record} onClose={close} />}
    </Screen>
  );
}

const AllSearches = () => (
  <Anchor component={Link} href="/results" size="sm">
    All saved searches
  </Anchor>
);
