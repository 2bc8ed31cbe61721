import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Every saved search as the watchlist shows it; local. */
export const watchlistQuery = queryOptions({
  queryKey: ['watchlist', 'list'],
  queryFn: () => api.watchlist.list(),
});

/** Whether a search is on the watchlist; local. */
export const watchingQuery = (searchId: number) =>
  queryOptions({
    queryKey: ['watchlist', 'watching', searchId],
    queryFn: () => api.watchlist.watching({ searchId }),
  });

/** What changed since the user last read it; local. */
export const digestQuery = queryOptions({
  queryKey: ['watchlist', 'digest'],
  queryFn: () => api.watchlist.digest(),
});

/** Pairs of runs per request, as the contract accepts them. */
const MAX_PAIRS = 60;

/** How many records changed in each way between runs; local. */
export const changesQuery = (pairs: readonly { before: number; after: number }[]) =>
  queryOptions({
    queryKey: ['watchlist', 'changes', pairs],
    enabled: pairs.length > 0,
    queryFn: async () => {
      const changes: Awaited<ReturnType<typeof api.watchlist.changes>> = [];
      for (let from = 0; from < pairs.length; from += MAX_PAIRS)
        changes.push(...(await api.watchlist.changes({ pairs: pairs.slice(from, from + MAX_PAIRS) })));
      return new Map(pairs.map(({ after }, place) => [after, changes[place]]));
    },
  });
