import { useQuery } from '@tanstack/react-query';
import { holdRule } from '#shared/booking/programme-links.ts';
import type { RecordRow } from '#shared/contract/awards.ts';
import type { Wallet, WalletLine } from '#shared/contract/wallet.ts';
import { isPayable, otherOptions, walletOption } from '#shared/records/wallet-labels.ts';
import { BeforeTransfer } from '../insights/before-transfer.tsx';
import { walletQuery } from '../records/queries.ts';
import { PayingLine } from '../records/wallet/paying-line.tsx';
import prose from '../ui/prose.module.css';
import classes from './booking.module.css';
import { holdLabel, lineLabel } from './booking-labels.ts';

/** The lines of the transfer table that the ways to pay use, each once. */
function linesUsed(record: RecordRow, wallet: Wallet): WalletLine[] {
  if (!isPayable(record, wallet.today)) return [];
  const option = walletOption(wallet, record.programme, record.miles);
  if (option.kind !== 'transfer') return [];
  const others = otherOptions(wallet, record.programme, record.miles, option);
  const used = [option.payment, ...others].flatMap(({ transfers }) => transfers);
  return wallet.transfers.filter(({ bank, programme }) =>
    used.some(({ line }) => line.bank === bank && line.programme === programme),
  );
}

/** What pays for it, with the facts behind each transfer, and whether it can be held until the points are there. */
export function MilesPart({ record, travellers }: { record: RecordRow; travellers: number | undefined }) {
  const { data: saved } = useQuery(walletQuery);
  const wallet = saved && { ...saved, travellers: travellers ?? saved.travellers };
  const lines = wallet === undefined ? [] : linesUsed(record, wallet);
  return (
    <>
      <PayingLine record={record} travellers={travellers} />
      {lines.length > 0 && wallet !== undefined && (
        <ul className={classes.list} aria-label="Transfers">
          {lines.map((line) => (
            <li key={`${line.bank} ${line.programme}`} title={line.facts?.source}>
              {lineLabel(line, wallet.today)}
            </li>
          ))}
        </ul>
      )}
      {wallet !== undefined && (
        <p className={prose.line}>{holdLabel(record.programme, holdRule(record.programme), wallet.today)}</p>
      )}
      <BeforeTransfer />
    </>
  );
}
