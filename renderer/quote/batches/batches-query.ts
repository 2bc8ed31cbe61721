import { queryOptions } from '@tanstack/react-query';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import type { Amount } from '#shared/money.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import type { SearchToRefresh } from './next-pages-sheet.ts';

/** The approvals of several pages, newest first; local. */
export const batchesQuery = queryOptions({
  queryKey: ['purchases', 'batches'],
  queryFn: () => api.purchases.batches({ limit: 20 }),
});

/** Puts a new approval at their head, so that its progress is visible at once. */
export function cacheBatch(batch: Batch): void {
  queryClient.setQueryData(batchesQuery.queryKey, (known) => [
    batch,
    ...(known ?? []).filter(({ batchId }) => batchId !== batch.batchId),
  ]);
}

/**
 * What stands against buying these searches for a trip; local.
 * @param limits of the trip: with others, it is read again
 */
export const beforeReadingQuery = (
  tripId: string,
  searches: readonly Pick<SearchToRefresh, 'toolRef' | 'input'>[],
  limits: readonly (Amount | null)[] = [],
) =>
  queryOptions({
    queryKey: ['purchases', 'before-reading', tripId, searches, limits],
    queryFn: () =>
      api.purchases.beforeReading({
        tripId,
        requests: searches.map(({ toolRef, input }) => ({ toolRef, input })),
      }),
    // A sheet does not know whether the trip was edited since it was last open.
    refetchOnMount: 'always',
  });
