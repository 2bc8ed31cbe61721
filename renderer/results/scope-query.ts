import { queryOptions } from '@tanstack/react-query';
import type { Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';

/** How long a prefetched answer is shown without reading it again, in milliseconds. */
export const PREFETCHED_MS = 5_000;

/** What is stored for a scope, in figures; local. */
export const scopeQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ['results', 'scope', scope],
    queryFn: () => api.results.scope({ scope }),
    staleTime: PREFETCHED_MS,
  });
