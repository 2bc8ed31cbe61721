import { queryOptions } from '@tanstack/react-query';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';

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
