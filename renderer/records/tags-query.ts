import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Every tag in use, the most used first. */
export const tagsQuery = queryOptions({
  queryKey: ['results', 'tags'],
  queryFn: () => api.annotations.tags(),
});
