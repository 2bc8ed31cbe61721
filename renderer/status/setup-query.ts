import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** The setup checklist from what is known; asks the service nothing. */
export const setupQuery = queryOptions({
  queryKey: ['status', 'setup'],
  queryFn: () => api.status.setup({ refresh: false }),
});
