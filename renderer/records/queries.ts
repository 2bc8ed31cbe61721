import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Scope } from '#shared/contract/awards.ts';
import { api } from '../api/api.ts';

/** The award search Tools in the cached catalogue. */
export const awardToolsQuery = queryOptions({
  queryKey: ['catalogue', 'award-tools'],
  queryFn: () => api.awards.tools({ refresh: false }),
});

/** The user's value of a mile; local. */
export const mileValuesQuery = queryOptions({
  queryKey: ['settings', 'mile-values'],
  queryFn: () => api.mileValues.read(),
});

/** Every saved search; local. */
export const savedSearchesQuery = queryOptions({
  queryKey: ['results', 'searches'],
  queryFn: () => api.results.searches(),
});

/** What is stored for a scope, in figures; local. */
export const scopeQuery = (scope: Scope | null) =>
  queryOptions({
    queryKey: ['results', 'scope', scope],
    queryFn: scope === null ? skipToken : () => api.results.scope({ scope }),
  });

/** Every tag in use, the most used first. */
export const tagsQuery = queryOptions({
  queryKey: ['results', 'tags'],
  queryFn: () => api.annotations.tags(),
});

/** Under `results`: new pages may change the standing of records on a board. */
export const tripsQuery = queryOptions({
  queryKey: ['results', 'trips'],
  queryFn: () => api.trips.list(),
});

export const tripQuery = (tripId: string) =>
  queryOptions({
    queryKey: ['results', 'trips', tripId],
    queryFn: () => api.trips.show({ tripId }),
  });

/** Balances and transfers as the user typed them; local. */
export const walletQuery = queryOptions({
  queryKey: ['settings', 'wallet'],
  queryFn: () => api.wallet.read(),
  // Otherwise every row that uses it would read it again; changes are reported by an event, except the change of day.
  staleTime: 60_000,
});

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
