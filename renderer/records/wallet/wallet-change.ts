import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Wallet } from '#shared/contract/wallet.ts';
import { announce } from '../../ui/status-messages.ts';
import { walletQuery } from './wallet-query.ts';

/** Changes the wallet; the result is shown at once. */
export function useWalletChange<Input>(change: (input: Input) => Promise<Wallet>) {
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: change,
    onSuccess: (after) => queries.setQueryData(walletQuery.queryKey, after),
  });
  return { ...mutation, say: announce };
}
