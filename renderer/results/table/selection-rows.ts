import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import type { RecordFilter, RecordGroup, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { tableOrder } from './table-order.ts';

/** The delay before a wait is shown, in milliseconds: most are over sooner. */
const PATIENCE_MS = 120;

/** Rows per request. */
const WINDOW = 100;

export type Selection = {
  scope: Scope;
  filter: RecordFilter;
  /** In the user's order; empty means the default order. */
  sort: RecordSort[];
  group: RecordGroup | null;
};

/** One window of rows. */
function windowQuery({ scope, filter, sort, group }: Selection, index: number) {
  const order = tableOrder(sort, group);
  return {
    queryKey: ['results', 'records', scope, filter, order, index] as const,
    queryFn: () => api.results.records({ scope, filter, sort: order, offset: index * WINDOW, limit: WINDOW }),
    // Scrolling back must not send a request; a `changed` event invalidates all windows at once.
    staleTime: 60_000,
  };
}

export type Rows = {
  /** The selection that the rows are of: the previous one, until the first answer to another one. */
  shown: Selection;
  /** How many rows pass its filter; undefined until the first answer. */
  total: number | undefined;
  /** The first of them. */
  rows: readonly RecordRow[];
  /** Whether rows of the previous selection stand in for those requested; `late` once that has taken a while. */
  waiting: boolean;
  late: boolean;
  /** The selection whose rows were painted: what merely depends on the rows is rendered after them. */
  painted: Selection;
  error: unknown;
  retry: () => void;
};

/**
 * The rows of a selection, which this alone requests: the last rows stay until the next are there, and are painted before
 * anything that depends on them. The first window is always held, since it has the total.
 */
export function useRows(selection: Selection): Rows {
  const head = useQuery({ ...windowQuery(selection, 0), placeholderData: keepPreviousData });
  const shown = useRef(selection);
  if (!head.isPlaceholderData) shown.current = selection;
  const painted = useDeferredValue(shown.current);
  const isAwaited = head.isPlaceholderData || head.data === undefined;
  const [wasAwaited] = useDebouncedValue(isAwaited, PATIENCE_MS);
  return {
    shown: shown.current,
    total: head.data?.total,
    rows: head.data?.rows ?? [],
    waiting: head.isPlaceholderData,
    late: isAwaited && wasAwaited,
    painted,
    error: head.isLoadingError ? head.error : null,
    retry: () => void head.refetch(),
  };
}

/** Begins the one read of a selection that is about to be shown, unless it was begun before. */
export function requestRows(selection: Selection): void {
  const query = windowQuery(selection, 0);
  if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
}

type Windows = {
  /** The row at an index, undefined while its window is being read. */
  rowAt: (index: number) => RecordRow | undefined;
  error: unknown;
  retry: () => void;
};

/**
 * The rendered rows, in windows that the main process filters and sorts.
 * @param first the rows of the selection that is shown
 * @param rows their numbers in order; there may be many between them that are not rendered and not requested
 * @param wanted whether missing windows are to be requested
 */
export function useRecordWindows(first: Rows, rows: readonly number[], wanted: boolean): Windows {
  const needed = [...new Set(rows.map((row) => Math.floor(row / WINDOW)))]
    .filter((index) => index > 0)
    .join();
  const indexes = useMemo(() => (needed === '' ? [] : needed.split(',').map(Number)), [needed]);
  const later = useQueries({
    queries: indexes.map((index) => ({ ...windowQuery(first.shown, index), enabled: wanted })),
  });
  const failed = later.find((query) => query.isLoadingError);
  return {
    rowAt: (index) => {
      const window = Math.floor(index / WINDOW);
      const rows = window === 0 ? first.rows : later[indexes.indexOf(window)]?.data?.rows;
      return rows?.[index - window * WINDOW];
    },
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
