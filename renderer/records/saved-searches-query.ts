import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Every saved search; local. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['results', 'searches'],
  queryFn: () => api.results.searches(),
});
