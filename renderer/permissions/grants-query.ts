import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Every standing permission, those in force first; local. */
export const grantsQuery = queryOptions({
  queryKey: ['purchases', 'grants'],
  queryFn: () => api.purchases.grants(),
});
