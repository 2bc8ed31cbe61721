import { Button } from '@mantine/core';
import { type RefObject, Suspense, useCallback } from 'react';
import { Link } from 'wouter';
import type { RecordRow, RecordSort, Run, Scope } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { plural } from '#shared/formats.ts';
import type { CollapsedGroups } from '../addresses/collapsed-groups.ts';
import { formPath, formRequest } from '../addresses/form-path.ts';
import { changedFilter, type ResultsAddress, type ResultView } from '../addresses/results-address.ts';
import { useSearchAgain } from '../quote/search-again.ts';
import { mixedLabel } from '../records/award-labels.ts';
import classes from '../records/results.module.css';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { BrokenRecords } from './broken-records.tsx';
import { CalendarView } from './calendar/calendar-view.tsx';
import { emptyReason } from './empty-reason.ts';
import type { Choice } from './table/choice.ts';
import type { Neighbours } from './table/neighbours.ts';
import { RecordTable } from './table/record-table.tsx';
import type { Rows, Selection } from './table/selection-rows.ts';
import type { ChangeAddress } from './use-results-address.ts';

const MapView = lazyPart(async () => (await import('./map/map-view.tsx')).MapView);
const TimelineView = lazyPart(async () => (await import('./charts/timeline-view.tsx')).TimelineView);
const HistogramView = lazyPart(async () => (await import('./charts/histogram-view.tsx')).HistogramView);

const SpaceView = lazyPart(async () => (await import('../insights/space-view.tsx')).SpaceView);

type ScopeBodyProps = {
  scope: Scope;
  address: ResultsAddress;
  change: ChangeAddress;
  view: ResultView;
  summary: Awaited<ReturnType<ContractClient['results']['scope']>>;
  /** The requested selection, and the rows that are shown. */
  selection: Selection;
  rows: Rows;
  hidden: readonly string[];
  choice: Choice;
  onOpen: (versionId: number, toNote?: boolean) => void;
  onCompare: (record: RecordRow) => void;
  neighbours: RefObject<Neighbours | null>;
};

const dateIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The chosen view of a scope, or a sentence on why it is empty. */
export function ScopeBody(props: ScopeBodyProps) {
  const { scope, address, change, view, summary, selection, rows, hidden, choice } = props;
  const { onOpen, onCompare, neighbours } = props;
  const { filter, collapsed } = address;
  const onDay = useCallback(
    (date: string) => change({ view: 'table', filter: { ...filter, from: date, until: date } }, 'push'),
    [change, filter],
  );
  const onSort = useCallback((next: RecordSort[]) => change({ sort: next }), [change]);
  const onCollapse = useCallback((next: CollapsedGroups) => change({ collapsed: next }), [change]);
  if (view === 'broken') return <BrokenRecords scope={scope} />;
  if (summary.records === 0)
    return (
      <EmptyState
        title="No results"
        action={
          <>
            {summary.broken > 0 && (
              <Button size="xs" onClick={() => change({ view: 'broken' })}>
                Show what came
              </Button>
            )}
            {summary.criteria !== null && summary.run !== null && (
              <TryOther criteria={summary.criteria} run={summary.run} />
            )}
          </>
        }
      >
        {emptyReason(summary)}
      </EmptyState>
    );
  if (view === 'table')
    return rows.total === 0 ? (
      <EmptyState
        title="No record passes these filters"
        action={
          <Button size="xs" onClick={() => change({ filter: {} })}>
            Clear filters, show {plural(summary.records, 'record')}
          </Button>
        }
      >
        {`${plural(summary.records, 'record')} are saved here.`}
      </EmptyState>
    ) : (
      <RecordTable
        selection={selection}
        rows={rows}
        hidden={hidden}
        onSort={onSort}
        onOpen={onOpen}
        onCompare={onCompare}
        neighbours={neighbours}
        collapsed={collapsed}
        onCollapse={onCollapse}
        choice={choice}
      />
    );
  // A line and the days before departure are of one cabin each.
  const isMixed = summary.cabins.length > 1 && view !== 'timeline' && view !== 'space';
  const requested =
    scope.kind === 'matching'
      ? { from: scope.from, until: scope.until }
      : { from: dateIn(summary.criteria?.start_date), until: dateIn(summary.criteria?.end_date) };
  const of = { scope, filter };
  return (
    <Suspense fallback={<LoadingState words="Opening…" />}>
      {isMixed && <p className={classes.note}>{mixedLabel(summary.cabins)}</p>}
      {view === 'calendar' && <CalendarView {...of} requested={requested} onDay={onDay} />}
      {view === 'timeline' && <TimelineView {...of} />}
      {view === 'histogram' && <HistogramView {...of} />}
      {view === 'space' && <SpaceView {...of} cabins={summary.cabins} requested={requested} />}
      {view === 'map' && (
        <MapView
          {...of}
          onRoutes={(ends) =>
            change({
              filter: changedFilter(filter, { origins: ends?.origins, destinations: ends?.destinations }),
            })
          }
        />
      )}
    </Suspense>
  );
}

function TryOther({ criteria, run }: { criteria: Record<string, unknown>; run: Run }) {
  const { toolRef, input } = useSearchAgain(run);
  return (
    <Button
      variant="filled"
      component={Link}
      href={formPath(formRequest({ criteria }, input?.take), toolRef)}
      size="xs"
    >
      Try other dates or airports
    </Button>
  );
}
