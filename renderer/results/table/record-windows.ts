import { keepPreviousData, usePrefetchQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { RecordFilter, RecordGroup, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { tableOrder } from './table-order.ts';

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

export type Head = {
  /** The selection of the rows: the previous one, until the first answer to another one. */
  answered: Selection;
  /** How many rows pass the filter; undefined until the first answer. */
  total: number | undefined;
  rows: readonly RecordRow[];
  /** True while rows of the previous selection are still shown. */
  outdated: boolean;
  error: unknown;
  retry: () => void;
};

/**
 * The first window of a selection, which is always held: it has the total, and while a changed filter is being answered
 * it still shows the previous rows.
 */
export function useRecordHead(selection: Selection): Head {
  const query = windowQuery(selection, 0);
  // The query library begins a read after rendering; begun here, the two run in parallel.
  usePrefetchQuery(query);
  const head = useQuery({ ...query, placeholderData: keepPreviousData });
  const answered = useRef(selection);
  if (!head.isPlaceholderData) answered.current = selection;
  return {
    answered: answered.current,
    total: head.data?.total,
    rows: head.data?.rows ?? [],
    outdated: head.isPlaceholderData,
    error: head.isLoadingError ? head.error : null,
    retry: () => void head.refetch(),
  };
}

/** Reads the beginning of a selection, so that it is there when requested. */
export const prefetchRecords = (selection: Selection): void =>
  void queryClient.prefetchQuery(windowQuery(selection, 0));

/** Begins to read a selection that is about to be rendered, unless it was read before. */
export function beginRecords(selection: Selection): void {
  if (queryClient.getQueryState(windowQuery(selection, 0).queryKey) === undefined) prefetchRecords(selection);
}

type Windows = {
  /** The row at an index, undefined while its window is being read. */
  rowAt: (index: number) => RecordRow | undefined;
  error: unknown;
  retry: () => void;
};

/**
 * The rendered rows, in windows that the main process filters and sorts.
 * @param head of what is shown
 * @param rows their numbers in order; there may be many between them that are not rendered and not requested
 * @param wanted whether missing windows are to be requested
 */
export function useRecordWindows(head: Head, rows: readonly number[], wanted: boolean): Windows {
  const needed = [...new Set(rows.map((row) => Math.floor(row / WINDOW)))]
    .filter((index) => index > 0)
    .join();
  const indexes = useMemo(() => (needed === '' ? [] : needed.split(',').map(Number)), [needed]);
  const later = useQueries({
    queries: indexes.map((index) => ({ ...windowQuery(head.answered, index), enabled: wanted })),
  });
  const failed = later.find((query) => query.isLoadingError);
  return {
    rowAt: (index) => {
      const window = Math.floor(index / WINDOW);
      const rows = window === 0 ? head.rows : later[indexes.indexOf(window)]?.data?.rows;
      return rows?.[index - window * WINDOW];
    },
    error: failed?.error ?? null,
    retry: () => void failed?.refetch(),
  };
}
