import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { beyondUsual, type ResultsAddress } from '../addresses/results-address.ts';
import { ExportProgress } from '../export/export-progress.tsx';
import { scopeQuery } from '../records/queries.ts';
import { alikeColumns } from '../records/record-columns.tsx';
import classes from '../records/results.module.css';
import { SearchTitle } from '../records/search-title.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, isLost, isUnread } from '../ui/failure-notice.tsx';
import { OneStop } from '../ui/keys/one-stop.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Screen, SkipButton } from '../ui/screen.tsx';
import { useAnnounced } from '../ui/status-messages.ts';
import { AgeBanner } from './age-banner.tsx';
import { AnswerLines } from './answer-lines.tsx';
import { useComparing } from './comparing.ts';
import { ExtentBanner } from './extent-banner.tsx';
import { FilterBar, FiltersInForce } from './filters/filter-bar.tsx';
import { ChosenBar } from './marks/chosen-bar.tsx';
import { countsLabel, recordCounts } from './record-counts.ts';
import { RecordDrawer } from './record-drawer.tsx';
import { RunsMenu } from './runs-menu.tsx';
import { ScopeBody } from './scope-body.tsx';
import { Remarks, ScopeHeader } from './scope-header.tsx';
import { SearchActions } from './search-actions.tsx';
import { useChoice } from './table/choice.ts';
import type { Neighbours } from './table/neighbours.ts';
import { useRows } from './table/selection-rows.ts';
import type { ChangeAddress } from './use-results-address.ts';
import { ViewBar } from './view-bar.tsx';

// A closed drawer is not rendered again with every change of a filter.
const Drawer = memo(RecordDrawer);

type ScopeViewProps = {
  scope: Scope;
  address: ResultsAddress;
  /** What of the address could not be read. */
  unread: readonly string[];
  change: ChangeAddress;
};

/** One scope in a view, with the filters and the sorting of the address. */
export function ScopeView({ scope, address, unread, change }: ScopeViewProps) {
  const { filter, sort, view, group } = address;
  const selection = useMemo(() => ({ scope, filter, sort, group }), [scope, filter, sort, group]);
  // The rows come first: they are what a user waits for.
  const rows = useRows(selection);
  const { total, painted } = rows;
  const { hidden: hiddenColumns, shown: shownColumns } = address;
  // What depends on the rows follows them, rendered once; a ticked column changes the table at once.
  const barAddress = useMemo(
    () => ({ ...painted, view, hidden: hiddenColumns, shown: shownColumns }),
    [painted, view, hiddenColumns, shownColumns],
  );
  const summary = useQuery(scopeQuery(scope));
  const choice = useChoice(JSON.stringify(scope));
  const [noteOf, setNoteOf] = useState<number | null>(null);
  const open = useCallback(
    (record: number, toNote = false) => {
      setNoteOf(toNote ? record : null);
      change({ record }, 'push');
    },
    [change],
  );
  const step = useCallback(
    (record: number) => {
      setNoteOf(null);
      change({ record });
    },
    [change],
  );
  const compared = useMemo(() => ({ scope, filter: beyondUsual(filter) }), [scope, filter]);
  const compare = useComparing(compared);
  const neighbours = useRef<Neighbours | null>(null);
  const close = useCallback(() => change({ record: null }), [change]);
  const setFilter = useCallback((next: RecordFilter) => change({ filter: next }), [change]);
  const counts = summary.data && recordCounts(scope, summary.data, rows);
  const passing = useDeferredValue(counts?.passing);
  const counted = counts?.passing === undefined ? '' : countsLabel(counts);
  useAnnounced(counted);
  // The filter fields are rendered while the rows are being read.
  const withFields = useDeferredValue(
    summary.data !== undefined && (total !== undefined || rows.late),
    false,
  );
  // A search has one cabin or none, which the heading shows; only what is stored of several needs a column.
  const severalCabins = (summary.data?.cabins.length ?? 0) > 1;
  const alike = summary.data?.alike;
  const hidden = useMemo(
    () => [
      ...address.hidden,
      ...(severalCabins ? [] : ['cabin']),
      ...(alike === undefined ? [] : alikeColumns(alike).filter((id) => !address.shown.includes(id))),
    ],
    [severalCabins, address.hidden, address.shown, alike],
  );

  const body = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const shownView = useRef(view);
  useEffect(() => {
    // Opening a day replaces the calendar, which would lose the focus.
    if (shownView.current !== view && document.activeElement === document.body) body.current?.focus();
    shownView.current = view;
  }, [view]);

  if (isUnread(summary)) {
    return (
      <Screen title="Results" aside={<AllSearches />} unread={unread}>
        {isLost(summary.error) ? (
          <EmptyState title="Nothing is saved for this">
            The search or run is not in this data file. It may be from another machine.
          </EmptyState>
        ) : (
          <FailureNotice
            error={summary.error}
            title="These results could not be opened"
            onRetry={() => void summary.refetch()}
          />
        )}
      </Screen>
    );
  }
  if (summary.data === undefined) {
    return (
      <Screen title="Results" aside={<AllSearches />} unread={unread}>
        <LoadingState words="Opening…" />
      </Screen>
    );
  }

  const { broken, run, criteria, title } = summary.data;
  const shown = view === 'broken' && broken === 0 ? 'table' : view;
  return (
    <Screen
      title="Results"
      within={ALL_SEARCHES}
      fill
      unread={unread}
      aside={
        <h2 className={classes.title} title={title}>
          <SearchTitle title={title} />
        </h2>
      }
    >
      <SkipButton
        onSkip={() => (body.current?.querySelector<HTMLElement>('tbody button') ?? body.current)?.focus()}
      >
        Skip to the records
      </SkipButton>
      <OneStop label="This search" className={classes.aboutSearch}>
        <div className={classes.answerBar}>
          <ScopeHeader
            summary={summary.data}
            counts={counts ?? null}
            passing={passing}
            hidden={hidden}
            filter={painted.filter}
            onFilter={setFilter}
          />
          {withFields && run && (
            <div className={classes.actions}>
              {criteria !== null && <SearchActions criteria={criteria} run={run} />}
              {(summary.data.paid?.runs ?? 2) > 1 && <RunsMenu key={run.searchId} searchId={run.searchId} />}
            </div>
          )}
          {summary.data.records > 0 && (
            <AnswerLines scope={scope} filter={painted.filter} isWanted={withFields} onOpen={open} />
          )}
        </div>
        {run && <Remarks remarks={run.remarks} />}
        {summary.data.records > 0 && summary.data.newestAt !== null && (
          <AgeBanner newestAt={summary.data.newestAt} />
        )}
        {withFields && run && <ExtentBanner scope={scope} filter={painted.filter} run={run} title={title} />}
      </OneStop>
      <ExportProgress />
      {withFields ? (
        <div ref={bar}>
          <ViewBar
            scope={scope}
            address={barAddress}
            change={change}
            shown={shown}
            broken={broken}
            empty={summary.data.records === 0}
            hidden={hidden}
            severalCabins={severalCabins}
            cabins={summary.data.storedCabins}
          >
            {shown !== 'broken' && (
              <FilterBar scope={scope} filter={filter} settled={painted.filter} onFilter={setFilter} />
            )}
          </ViewBar>
          {shown !== 'broken' && (
            <FiltersInForce scope={scope} filter={painted.filter} onFilter={setFilter} within={bar} />
          )}
        </div>
      ) : (
        <div className={classes.fieldsToCome} />
      )}
      <section className={classes.view} ref={body} tabIndex={-1} aria-label="Records shown">
        <ScopeBody
          scope={scope}
          address={address}
          change={change}
          view={shown}
          summary={summary.data}
          selection={selection}
          rows={rows}
          hidden={hidden}
          choice={choice}
          onOpen={open}
          onCompare={compare}
          neighbours={neighbours}
        />
      </section>
      {/* Below the rows: above them it would move the next row from under the pointer. */}
      {shown === 'table' && choice.versionIds.size > 0 && <ChosenBar choice={choice} hidden={hidden} />}
      {withFields && (
        <Drawer
          versionId={address.record}
          onClose={close}
          onStep={step}
          onCompare={compare}
          neighbours={neighbours}
          noteOf={noteOf}
        />
      )}
    </Screen>
  );
}

const ALL_SEARCHES = { href: '/results', called: 'All results' };

const AllSearches = () => (
  <PageLink underline="hover" href="/results">
    All saved searches
  </PageLink>
);
