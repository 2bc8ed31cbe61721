import { useQuery } from '@tanstack/react-query';
import { Travellers } from '../records/wallet/travellers.tsx';
import { walletQuery } from '../records/wallet/wallet-query.ts';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { isShared } from './account-names.ts';
import { Balances } from './balances.tsx';
import { Households } from './households.tsx';
import { Transfers } from './transfers.tsx';
import classes from './wallet.module.css';
import { WithinReach } from './within-reach.tsx';

/**
 * What the user can book with: balances as typed, their reach, and the transfer table behind it. Everything is local.
 */
export function WalletScreen() {
  const wallet = useQuery(walletQuery);
  return (
    <Screen title="Wallet">
      <NotRead of={wallet} title="Your wallet could not be read" />
      {wallet.isPending && <LoadingState words="Reading your wallet…" />}
      {wallet.data && (
        <div className={classes.wallet}>
          <p className={classes.about}>
            Type what your statements say. It stays in your data file; no bank or programme is asked.
          </p>
          <Travellers width={260} />
          <Balances wallet={wallet.data} />
          {isShared(wallet.data.balances) && <Households wallet={wallet.data} />}
          {wallet.data.balances.length > 0 && <WithinReach wallet={wallet.data} />}
          <Transfers wallet={wallet.data} />
        </div>
      )}
    </Screen>
  );
}
