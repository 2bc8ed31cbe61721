import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';

/** Balances and transfers as the user typed them; local. */
export const walletQuery = queryOptions({
  queryKey: ['settings', 'wallet'],
  queryFn: () => api.wallet.read(),
});
