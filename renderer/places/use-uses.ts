import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../api/api.ts';
import { type Uses, usesOf } from './most-used.ts';

/** How often each code was searched in these members of a request. @param fields a constant list */
export function useUses(fields: Parameters<typeof usesOf>[1]): Uses {
  const { data: searches } = useQuery({
    queryKey: ['results', 'searches'],
    queryFn: () => api.results.searches(),
  });
  const names = fields.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names say what the list holds.
  return useMemo(() => usesOf(searches ?? [], fields), [searches, names]);
}
