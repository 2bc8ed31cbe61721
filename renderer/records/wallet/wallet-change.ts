import { useMutation } from '@tanstack/react-query';
import type { Wallet } from '#shared/contract/wallet.ts';
import { queryClient } from '../../api/query-client.ts';
import { announce } from '../../ui/status-messages.ts';
import { walletQuery } from '../queries.ts';

/** Changes the wallet; the result is shown at once. */
export function useWalletChange<Input>(change: (input: Input) => Promise<Wallet>) {
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (after) => queryClient.setQueryData(walletQuery.queryKey, after),
  });
  return { ...mutation, say: announce };
}
