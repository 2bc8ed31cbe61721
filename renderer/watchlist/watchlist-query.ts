import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/api.ts';

/** Every saved search as the watchlist shows it; local. */
export const watchlistQuery = queryOptions({
  queryKey: ['watchlist', 'list'],
  queryFn: () => api.watchlist.list(),
});

/** What changed since the person last read it; local. */
export const digestQuery = queryOptions({
  queryKey: ['watchlist', 'digest'],
  queryFn: () => api.watchlist.digest(),
});

/** How many records changed in each way between runs; local. */
export const changesQuery = (pairs: readonly { before: number; after: number }[]) =>
  queryOptions({
    queryKey: ['watchlist', 'changes', pairs],
    enabled: pairs.length > 0,
    queryFn: async () => {
      const changes = await api.watchlist.changes({ pairs: [...pairs] });
      return new Map(pairs.map(({ after }, place) => [after, changes[place]]));
    },
  });
