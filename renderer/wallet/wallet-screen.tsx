import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Wallet } from '#shared/contract/wallet.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { householdTerms } from '#shared/records/payment-labels.ts';
import { isShared } from '#shared/wallet/holdings.ts';
import { packHouseholds } from '#shared/wallet/transfer-table.ts';
import { walletQuery } from '../records/queries.ts';
import { Travellers } from '../records/wallet/travellers.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { Screen } from '../ui/screen.tsx';
import { Balances } from './balances.tsx';
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

/** Which of the programmes in the wallet let several people pay together, as dated facts. */
function Households({ wallet: { balances, today } }: { wallet: Wallet }) {
  const known = new Map(packHouseholds().map((one) => [one.programme, one] as const));
  const held = [...new Set(balances.flatMap(({ kind, name }) => (kind === 'programme' ? name : [])))].sort(
    (a, b) => (programmeLabel(a) < programmeLabel(b) ? -1 : 1),
  );
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="households">
      <div className={classes.head}>
        <h2 id="households">Household accounts</h2>
      </div>
      <p className={classes.about}>
        Where a programme lets several owners pay together, plans count on it. You set it up there before you
        book.
      </p>
      <Box component="ul" m={0} pl={18} fz="sm" aria-label="Household accounts">
        {held.map((programme) => {
          const one = known.get(programme);
          return (
            <li key={programme}>
              <strong>{programmeLabel(programme)}</strong>:{' '}
              {one === undefined
                ? 'nothing known, so not counted'
                : `${one.name === null ? '' : `${one.name}, `}${one.counts ? 'counted' : 'not counted'}: ${householdTerms(one, today)}`}
              .
            </li>
          );
        })}
      </Box>
    </section>
  );
}
