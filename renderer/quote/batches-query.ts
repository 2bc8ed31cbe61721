import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** The approvals of several pages, newest first; local. */
export const batchesQuery = queryOptions({
  queryKey: ['purchases', 'batches'],
  queryFn: () => api.purchases.batches({ limit: 20 }),
});
