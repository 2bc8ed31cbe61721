import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { RecordFilter, RecordRow, RecordSort, Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';

/** Rows asked for at a time. */
export const WINDOW = 200;

export type Selection = { scope: Scope; filter: RecordFilter; sort: RecordSort[] };

/** One window of rows; an empty sort means the default order, by date and then by miles. */
function windowQuery({ scope, filter, sort }: Selection, index: number) {
  const order: RecordSort[] =
    sort.length > 0
      ? sort
      : [
          { by: 'date', descending: false },
          { by: 'miles', descending: false },
        ];
  return {
    queryKey: ['results', 'records', scope, filter, order, index] as const,
    queryFn: () => api.results.records({ scope, filter, sort: order, offset: index * WINDOW, limit: WINDOW }),
    // Scrolling back must not ask again; a `changed` event makes all windows stale at once.
    staleTime: 60_000,
  };
}

export type RecordWindows = {
  /** All rows that pass the filter; undefined until the first answer. */
  total: number | undefined;
  /** The row at a place, undefined while its window is on its way. */
  rowAt: (index: number) => RecordRow | undefined;
  /** True while rows of the selection before are still shown. */
  outdated: boolean;
  error: unknown;
  retry: () => void;
};

/**
 * The rows of a selection between two places, in windows that the main process filters and sorts. The first window is
 * always held: it tells the total, and while a changed filter is being answered it goes on showing what was there.
 */
export function useRecordWindows(selection: Selection, first: number, last: number): RecordWindows {
  const head = useQuery({ ...windowQuery(selection, 0), placeholderData: keepPreviousData });
  const total = head.data?.total;
  const indexes = useMemo(() => {
    const from = Math.max(1, Math.floor(first / WINDOW));
    const until = Math.min(Math.floor(last / WINDOW), Math.ceil((total ?? 0) / WINDOW) - 1);
    return Array.from({ length: Math.max(0, until - from + 1) }, (_, place) => from + place);
  }, [first, last, total]);
  const later = useQueries({ queries: indexes.map((index) => windowQuery(selection, index)) });

  const rowAt = (index: number): RecordRow | undefined => {
    const window = Math.floor(index / WINDOW);
    const answer = window === 0 ? head.data : later[indexes.indexOf(window)]?.data;
    return answer?.rows[index - window * WINDOW];
  };
  const failed = [head, ...later].find((query) => query.isError);
  return {
    total,
    rowAt,
    outdated: head.isPlaceholderData,
    error: failed?.error ?? null,
    retry: () => {
      void failed?.refetch();
    },
  };
}

/** How many records pass a filter; shares the first window with the table. */
export function useRecordTotal(selection: Selection): number | undefined {
  return useQuery({ ...windowQuery(selection, 0), placeholderData: keepPreviousData }).data?.total;
}
