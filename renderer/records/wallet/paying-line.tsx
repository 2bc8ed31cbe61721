import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RecordContent } from '#shared/contract/record-row.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import { programmeAccount } from '#shared/places/programmes.ts';
import { paymentLabels, transfersLabel } from '#shared/records/payment-labels.ts';
import {
  isPayable,
  movedLabel,
  optionLabel,
  optionNotes,
  otherOptions,
  paidForLabel,
  walletOption,
} from '#shared/records/wallet-labels.ts';
import { isShared } from '#shared/wallet/holdings.ts';
import { useMadeUp } from '../../status/made-up.tsx';
import { NotRead } from '../../ui/failure-notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import prose from '../../ui/prose.module.css';
import { WALLET_PATH } from '../../ui/screen-paths.ts';
import { walletQuery } from '../queries.ts';
import classes from './paying.module.css';

type Payable = Pick<RecordContent, 'programme' | 'miles' | 'seats' | 'available' | 'date' | 'demo'>;

type PayingLineProps = {
  record: Payable;
  /** Whether it is a part of its own. */
  heading?: boolean;
  /** For how many seats, if not for the wallet's. */
  travellers?: number | undefined;
};

/** How the wallet can pay for a record; nothing of one that is made up. */
export function PayingLine({ record, heading = false, travellers }: PayingLineProps) {
  const wallet = useQuery(walletQuery);
  if (useMadeUp(record.demo)) return null;
  return (
    <section aria-label="What pays for it">
      {heading && (
        <Title order={3} size="h6" mb={6}>
          What pays for it?
        </Title>
      )}
      {wallet.isLoadingError ? (
        <NotRead of={wallet} title="Your wallet could not be read" />
      ) : wallet.data === undefined ? (
        <p className={prose.line}>Reading your wallet…</p>
      ) : (
        <Answer
          record={record}
          wallet={{ ...wallet.data, travellers: travellers ?? wallet.data.travellers }}
        />
      )}
    </section>
  );
}

type PaidByProps = { row: Pick<RecordContent, 'programme' | 'miles' | 'wallet' | 'seatsFor' | 'demo'> };

/** What pays for a record, in a cell of a table: the bank points where they are moved for it. */
export function PaidBy({ row: { programme, miles, wallet: paid, seatsFor, demo } }: PaidByProps) {
  const { data: wallet } = useQuery(walletQuery);
  if (useMadeUp(demo) || paid === undefined) return '–';
  const otherwise = paidForLabel(paid, seatsFor);
  if (paid.how !== 'transfer') return otherwise;
  if (wallet === undefined || miles === null) return otherwise;
  return movedLabel(walletOption(wallet, programme, miles)) ?? otherwise;
}

const ToWallet = ({ words }: { words: string }) => <PageLink href={WALLET_PATH}>{words}</PageLink>;

function Answer({ record, wallet }: { record: Payable; wallet: Wallet }) {
  if (wallet.balances.length === 0)
    return (
      <p className={prose.line}>
        <ToWallet words="Type your balances" /> to see what pays for it.
      </p>
    );
  if (!isPayable(record, wallet.today))
    return (
      <p className={prose.line}>
        {!record.available
          ? 'No award space to pay for.'
          : record.miles === null
            ? 'This record gives no miles, so nothing can be said.'
            : 'It has departed, so there is nothing to pay for.'}
      </p>
    );
  const option = walletOption(wallet, record.programme, record.miles);
  const others = otherOptions(wallet, record.programme, record.miles, option);
  const acts = option.kind === 'short' ? [] : paymentLabels(option.payment, wallet.today);
  const isPlain = option.kind === 'transfer' && acts.length === 1 && !isShared(wallet.balances);
  return (
    <>
      <p className={prose.line}>
        {optionLabel(option, wallet)}. <ToWallet words="Open the wallet" />
      </p>
      {acts.length > 0 && !isPlain && (
        <ul className={classes.ways} aria-label="What to move">
          {acts.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.ways} aria-label="Other ways to pay">
          {others
            .map(({ transfers }) => transfersLabel(transfers, wallet.today, isShared(wallet.balances)))
            .map((words) => (
              <li key={words}>Or with {words}</li>
            ))}
        </ul>
      )}
      {record.seats !== null && record.seats < wallet.travellers && (
        <p className={prose.small}>Fewer seats were seen than you want: {record.seats}.</p>
      )}
      {optionNotes(option, wallet, programmeAccount(record.programme)).map((words) => (
        <p key={words} className={prose.small}>
          {words}
        </p>
      ))}
    </>
  );
}
