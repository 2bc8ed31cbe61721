import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TripItem } from '#shared/contract/trips.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { programmeAccount, programmeLabel } from '#shared/places/programmes.ts';
import type { Need, Purses } from '#shared/planning/paying.ts';
import { paymentOf, shortOf } from '#shared/planning/payment.ts';
import { isPayable, pursesOf, staleSince } from '#shared/records/wallet-labels.ts';
import { walletQuery } from '../records/wallet/wallet-query.ts';
import { WALLET_PATH } from '../ui/screen-paths.ts';
import { payingLabels, warningLabel } from './plans/plan-labels.ts';
import classes from './trips.module.css';

/** The cost of a trip's records with award space, added up by programme, and how the wallet can pay. */
export function TripCost({ items }: { items: readonly TripItem[] }) {
  const wallet = useQuery(walletQuery);
  const records = items
    .filter((item) => item.kind === 'record' && item.booking?.outcome !== 'booked')
    .flatMap((item) => (item.kind === 'record' ? (item.now ?? item.chosen) : []));
  if (records.length === 0 || wallet.data === undefined) return null;
  const { travellers, today } = wallet.data;
  const needs = records.flatMap((record): Need[] =>
    isPayable(record, today)
      ? [{ programme: programmeAccount(record.programme), miles: record.miles * travellers }]
      : [],
  );
  const left = records.length - needs.length;
  return (
    <section className={classes.cost} aria-labelledby="trip-cost">
      <Title order={3} size="h6" id="trip-cost">
        Miles of this trip
      </Title>
      <p className={classes.small}>
        Every record on the board that is not booked counts, {plural(travellers, 'seat')} each;{' '}
        <Anchor component={Link} href={WALLET_PATH} inherit underline="always">
          change it in the wallet
        </Anchor>
        .{left > 0 && ` ${plural(left, 'record')} departed, or without award space or miles: left out.`}
      </p>
      {needs.length > 0 && <Sums needs={needs} wallet={wallet.data} />}
    </section>
  );
}

function Sums({ needs, wallet }: { needs: readonly Need[]; wallet: Wallet }) {
  const sums = [...Map.groupBy(needs, ({ programme }) => programme)].map(
    ([programme, of]) => [programme, of.reduce((sum, { miles }) => sum + miles, 0)] as const,
  );
  const purses = pursesOf(wallet);
  const payment = wallet.balances.length === 0 ? null : paymentOf(purses, needs);
  const paying =
    payment === null
      ? payingLabels({ ...UNPAID, ...shortIn(purses, needs) }, wallet.today)
      : ['All of it is paid at once.', ...payingLabels({ ...payment, short: [], pays: 'own' }, wallet.today)];
  const since = staleSince(payment?.transfers.map(({ line }) => line) ?? [], wallet);
  return (
    <>
      <ul className={classes.sums} aria-label="Miles by programme">
        {sums.map(([programme, miles]) => (
          <li key={programme}>
            {programmeLabel(programme)}, {formatNumber(miles)}
          </li>
        ))}
      </ul>
      <ul className={classes.sums} aria-label="Paid with">
        {paying.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {since !== null && (
        <p className={classes.small}>{warningLabel({ code: 'transfer_table_stale', since })}</p>
      )}
    </>
  );
}

const UNPAID = { transfers: [], moves: [], left: [] };

const shortIn = (purses: Purses, needs: readonly Need[]) =>
  purses.balances.length === 0
    ? { short: [], pays: 'no_wallet' as const }
    : {
        short: shortOf(purses, needs).map(({ programme, miles }) => ({ programme, by: miles })),
        pays: 'short' as const,
      };
