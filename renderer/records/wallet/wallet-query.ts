import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Balances and transfers as the user typed them; local. */
export const walletQuery = queryOptions({
  queryKey: ['settings', 'wallet'],
  queryFn: () => api.wallet.read(),
  // Every row that names it would read it anew; a change says so, and only the day changes by itself.
  staleTime: 60_000,
});
