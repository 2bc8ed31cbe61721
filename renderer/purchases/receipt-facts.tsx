import { Text } from '@mantine/core';
import type { Purchase } from '#shared/contract/purchases.ts';
import { chargeLabel } from '../money/charge-labels.ts';
import { Money } from '../money/money.tsx';
import { Facts } from '../ui/facts.tsx';
import { AsRead } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import classes from './purchases.module.css';

/** A state's word without what separates its parts: `not_applicable`. */
const plainState = (state: string): string => state.replaceAll('_', ' ');

/** What was charged, refunded or lost, as far as the service stated it, with the original receipt below. */
export function ReceiptFacts({ purchase }: { purchase: Purchase }) {
  const { receiptRead: read } = purchase;
  return (
    <>
      <Facts
        className={classes.facts}
        facts={[
          ['Quoted', purchase.price && <Money key="quoted" amount={purchase.price} />],
          ['Charged', purchase.charged && <Money key="charged" amount={purchase.charged} />],
          [
            'Counted as spent',
            purchase.counted ? <Money key="counted" amount={purchase.counted} /> : 'nothing',
          ],
          ['Charge state', purchase.chargeState && chargeLabel(purchase.chargeState)],
          ['Receipt shows', read?.total && <Money key="shown" amount={read.total} />],
          ['Refund', read?.refundState && plainState(read.refundState)],
          ['Loss', read?.lossState && plainState(read.lossState)],
          [
            'Receipt',
            read?.receiptRef && <RequestId key="receipt" id={read.receiptRef} what="receipt reference" />,
          ],
          [
            'Transaction',
            read?.transactionRef && (
              <RequestId key="transaction" id={read.transactionRef} what="transaction reference" />
            ),
          ],
        ]}
      />
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
