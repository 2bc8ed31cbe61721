import { queryOptions } from '@tanstack/react-query';
import type { RecordFilter, Scope } from '#shared/contract/awards.ts';
import { api } from '../../api/api.ts';
import { PREFETCHED_MS } from '../scope-query.ts';

/** The days of a scope that pass a filter; local. */
export const calendarQuery = (scope: Scope, filter: RecordFilter) =>
  queryOptions({
    queryKey: ['results', 'calendar', scope, filter],
    queryFn: () => api.results.calendar({ scope, filter }),
    staleTime: PREFETCHED_MS,
  });
