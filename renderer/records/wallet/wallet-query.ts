import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Balances and transfers as the user typed them; local. */
export const walletQuery = queryOptions({
  queryKey: ['settings', 'wallet'],
  queryFn: () => api.wallet.read(),
  // Otherwise every row that uses it would read it again; changes are reported by an event, except the change of day.
  staleTime: 60_000,
});
