import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Searches saved under names of the user’s own. */
export const templatesQuery = queryOptions({
  queryKey: ['results', 'templates'],
  queryFn: () => api.templates.list(),
});
