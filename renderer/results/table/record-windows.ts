import { keepPreviousData, usePrefetchQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { RecordFilter, RecordGroup, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { tableOrder } from './table-order.ts';

/** Rows asked for at a time. */
const WINDOW = 200;

export type Selection = {
  scope: Scope;
  filter: RecordFilter;
  /** As the user sorts; empty means the default order. */
  sort: RecordSort[];
  group: RecordGroup | null;
};

/** One window of rows. */
function windowQuery({ scope, filter, sort, group }: Selection, index: number) {
  const order = tableOrder(sort, group);
  return {
    queryKey: ['results', 'records', scope, filter, order, index] as const,
    queryFn: () => api.results.records({ scope, filter, sort: order, offset: index * WINDOW, limit: WINDOW }),
    // Scrolling back must not ask again; a `changed` event makes all windows stale at once.
    staleTime: 60_000,
  };
}

export type Head = {
  /** What the rows belong to: the selection before, until the first answer to another one. */
  answered: Selection;
  /** How many rows pass the filter; undefined until the first answer. */
  total: number | undefined;
  rows: readonly RecordRow[];
  /** True while rows of the selection before are still shown. */
  outdated: boolean;
  error: unknown;
  retry: () => void;
};

/**
 * The first window of a selection, which is always held: it tells the total, and while a changed filter is being
 * answered it goes on showing what was there.
 */
export function useRecordHead(selection: Selection): Head {
  const query = windowQuery(selection, 0);
  // The query library begins a read after rendering; begun here, the two run at once.
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

/** Reads what a selection begins with, so that it is there when it is asked for. */
export const prefetchRecords = (selection: Selection): void =>
  void queryClient.prefetchQuery(windowQuery(selection, 0));

type Windows = {
  /** The row at a place, undefined while its window is on its way. */
  rowAt: (index: number) => RecordRow | undefined;
  error: unknown;
  retry: () => void;
};

/**
 * The rows that are rendered, in windows that the main process filters and sorts.
 * @param head of what is shown
 * @param rows their numbers in order; between them may be many that are not drawn, which are not asked for
 * @param wanted whether windows that are not here are to be asked for
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
