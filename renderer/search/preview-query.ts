import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/**
 * What is stored for a request, and the cache's estimate of it.
 * @param text the request as JSON
 * @param toolRef the Tool that would run it; undefined where none is known yet
 */
export const previewQuery = (text: string, toolRef: string | undefined) =>
  queryOptions({
    queryKey: ['results', 'preview', text, toolRef],
    queryFn: () => api.awards.preview({ input: JSON.parse(text), ...(toolRef !== undefined && { toolRef }) }),
    placeholderData: keepPreviousData,
  });
