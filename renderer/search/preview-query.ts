import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** What is stored for a request, and what the cache expects of it. @param text the request as JSON */
export const previewQuery = (text: string) =>
  queryOptions({
    queryKey: ['results', 'preview', text],
    queryFn: () => api.awards.preview({ input: JSON.parse(text) }),
    placeholderData: keepPreviousData,
  });
