import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** The award search Tools in the cached catalogue. */
export const awardToolsQuery = queryOptions({
  queryKey: ['catalogue', 'award-tools'],
  queryFn: () => api.awards.tools({ refresh: false }),
});
