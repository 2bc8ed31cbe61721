import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** What a mile is worth to the user; local. */
export const mileValuesQuery = queryOptions({
  queryKey: ['settings', 'mile-values'],
  queryFn: () => api.mileValues.read(),
});
