import { Anchor, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { TripItem } from '#shared/contract/trips.ts';
import type { Wallet } from '#shared/contract/wallet.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { programmeAccount, programmeLabel } from '#shared/places/programmes.ts';
import {
  holdingsOf,
  isPayable,
  needLabel,
  staleLabel,
  togetherLabel,
} from '#shared/records/wallet-labels.ts';
import { addUp, type Need } from '#shared/wallet/several.ts';
import { walletQuery } from '../records/wallet/wallet-query.ts';
import { WALLET_PATH } from '../ui/screen-paths.ts';
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
  const { programmes, together } = addUp(holdingsOf(wallet), needs);
  const stale = programmes
    .map(({ option, programme }) => staleLabel(option, wallet, programme))
    .find((words) => words !== null);
  const isEmpty = wallet.balances.length === 0;
  return (
    <>
      <ul className={classes.sums} aria-label="Miles by programme">
        {programmes.map((need) => (
          <li key={need.programme}>
            {isEmpty
              ? `${programmeLabel(need.programme)}, ${formatNumber(need.miles)}`
              : needLabel(need, wallet)}
          </li>
        ))}
      </ul>
      {!isEmpty && programmes.length > 1 && <p>{togetherLabel(together, wallet.today)}</p>}
      {!isEmpty && stale !== undefined && <p className={classes.small}>{stale}</p>}
    </>
  );
}
