import { lazy, Suspense, useCallback } from 'react';
import type { RecordSort, Scope } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { mixedWords, plural } from './award-words.ts';
import { BrokenRecords } from './broken-records.tsx';
import { CalendarView } from './calendar-view.tsx';
import type { Choice } from './choice.ts';
import type { Folds } from './folds.ts';
import { RecordTable } from './record-table.tsx';
import type { Head, Selection } from './record-windows.ts';
import classes from './results.module.css';
import { changedFilter, type ResultsAddress, type ResultView } from './results-address.ts';
import type { ChangeAddress } from './use-results-address.ts';

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));
const TimelineView = lazy(async () => ({
  default: (await import('./charts/timeline-view.tsx')).TimelineView,
}));
const HistogramView = lazy(async () => ({
  default: (await import('./charts/histogram-view.tsx')).HistogramView,
}));

type ScopeBodyProps = {
  scope: Scope;
  address: ResultsAddress;
  change: ChangeAddress;
  view: ResultView;
  told: Awaited<ReturnType<ContractClient['results']['scope']>>;
  /** What of the scope is asked for, and the first rows of what was answered last. */
  selection: Selection;
  head: Head;
  hidden: readonly string[];
  choice: Choice;
  onOpen: (versionId: number) => void;
};

const dateIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The chosen view of a scope, or a sentence on why it has nothing to show. */
export function ScopeBody(props: ScopeBodyProps) {
  const { scope, address, change, view, told, selection, head, hidden, choice, onOpen } = props;
  const { filter, folds } = address;
  const onDay = useCallback(
    (date: string) => change({ view: 'table', filter: { ...filter, from: date, until: date } }, 'push'),
    [change, filter],
  );
  const onSort = useCallback((next: RecordSort[]) => change({ sort: next }), [change]);
  const onFold = useCallback((next: Folds) => change({ folds: next }), [change]);
  if (view === 'broken') return <BrokenRecords scope={scope} />;
  if (told.records === 0)
    return (
      <EmptyState title="No records">
        {told.run?.exhausted === true
          ? 'The search was answered with no records. That is what this cache holds, which does not show that no award space exists.'
          : 'Nothing that could be read as award space is kept here.'}
      </EmptyState>
    );
  const mixed = told.cabins.length > 1 && <p className={classes.note}>{mixedWords(told.cabins)}</p>;
  switch (view) {
    case 'table':
      return head.total === 0 ? (
        <EmptyState title="No record passes these filters">
          {`${plural(told.records, 'record')} are kept here. Take a filter away to see more of them.`}
        </EmptyState>
      ) : (
        <RecordTable
          selection={selection}
          head={head}
          hidden={hidden}
          onSort={onSort}
          onOpen={onOpen}
          folds={folds}
          onFold={onFold}
          choice={choice}
        />
      );
    case 'calendar':
      return (
        <>
          {mixed}
          <CalendarView
            scope={scope}
            filter={filter}
            asked={
              scope.kind === 'matching'
                ? { from: scope.from, until: scope.until }
                : { from: dateIn(told.criteria?.start_date), until: dateIn(told.criteria?.end_date) }
            }
            onDay={onDay}
          />
        </>
      );
    case 'timeline':
      return (
        <Suspense fallback={<LoadingState words="Opening the timeline…" />}>
          <TimelineView scope={scope} filter={filter} />
        </Suspense>
      );
    case 'histogram':
      return (
        <Suspense fallback={<LoadingState words="Opening the histogram…" />}>
          {mixed}
          <HistogramView scope={scope} filter={filter} />
        </Suspense>
      );
    case 'map':
      return (
        <Suspense fallback={<LoadingState words="Opening the map…" />}>
          {mixed}
          <MapView
            scope={scope}
            filter={filter}
            onRoute={(route) =>
              change({
                filter: changedFilter(filter, {
                  origins: route && [route.origin],
                  destinations: route && [route.destination],
                }),
              })
            }
          />
        </Suspense>
      );
  }
}
