import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** The user's value of a mile; local. */
export const mileValuesQuery = queryOptions({
  queryKey: ['settings', 'mile-values'],
  queryFn: () => api.mileValues.read(),
});
