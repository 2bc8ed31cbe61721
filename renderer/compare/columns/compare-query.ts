import { queryOptions } from '@tanstack/react-query';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { type CompareAddress, commonFilter, MIN_COLUMNS } from '../../addresses/compare-address.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';

/** Columns side by side; local. */
export const compareQuery = (columns: CompareColumn[], filter: RecordFilter) =>
  queryOptions({
    queryKey: ['results', 'compare', columns, filter],
    queryFn: () => api.results.compare({ columns, filter }),
  });

/** Requests the comparison before anything of the screen is rendered, so that both run in parallel. */
export function usePrefetchedComparison(address: CompareAddress): void {
  const { view, columns } = address;
  if (view !== 'columns' || columns.length < MIN_COLUMNS) return;
  const query = compareQuery(columns, commonFilter(address));
  if (queryClient.getQueryState(query.queryKey) === undefined) void queryClient.prefetchQuery(query);
}
