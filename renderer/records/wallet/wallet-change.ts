import type { Wallet } from '#shared/contract/wallet.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { walletQuery } from '../queries.ts';

/** Changes the wallet; the result is shown at once. */
export const useWalletChange = <Input>(change: (input: Input) => Promise<Wallet>) =>
  useReplacing(walletQuery, change);
