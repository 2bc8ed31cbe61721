import { Text } from '@mantine/core';
import type { Purchase } from '#shared/contract/purchases.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money } from '../money/money.tsx';
import { AsRead } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { DrawerFact } from './drawer-parts.tsx';
import classes from './purchases.module.css';

/** A state's word without what separates its parts: `not_applicable`. */
const plainState = (state: string): string => state.replaceAll('_', ' ');

/** What was charged, refunded or lost, as far as the service stated it, with the original receipt below. */
export function ReceiptFacts({ purchase }: { purchase: Purchase }) {
  const { receiptRead: read } = purchase;
  return (
    <>
      <dl className={classes.facts}>
        {purchase.price && (
          <DrawerFact name="Quoted">
            <Money amount={purchase.price} />
          </DrawerFact>
        )}
        {purchase.charged && (
          <DrawerFact name="Charged">
            <Money amount={purchase.charged} />
          </DrawerFact>
        )}
        <DrawerFact name="Counted as spent">
          {purchase.counted ? <Money amount={purchase.counted} /> : 'nothing'}
        </DrawerFact>
        {purchase.chargeState && (
          <DrawerFact name="Charge state">{chargeLabel(purchase.chargeState)}</DrawerFact>
        )}
        {read?.total && (
          <DrawerFact name="Receipt shows">
            <Money amount={read.total} />
          </DrawerFact>
        )}
        {read?.refundState && <DrawerFact name="Refund">{plainState(read.refundState)}</DrawerFact>}
        {read?.lossState && <DrawerFact name="Loss">{plainState(read.lossState)}</DrawerFact>}
        {read?.receiptRef && (
          <DrawerFact name="Receipt">
            <RequestId id={read.receiptRef} what="receipt reference" />
          </DrawerFact>
        )}
        {read?.transactionRef && (
          <DrawerFact name="Transaction">
            <RequestId id={read.transactionRef} what="transaction reference" />
          </DrawerFact>
        )}
      </dl>
      {purchase.chargeAlarm && (
        <Text mb="xs" fw={500}>
          {purchase.chargeAlarm.words}
        </Text>
      )}
      {read && <Text mb="xs">{read.words}</Text>}
      {purchase.receipt ? (
        <AsRead value={purchase.receipt} heading="Receipt" />
      ) : (
        <Text c="dimmed">The service sent no receipt.</Text>
      )}
    </>
  );
}
