import { Text } from '@mantine/core';
import type { Purchase } from '#shared/contract/purchases.ts';
import { chargeLabel } from '../components/charge-words.ts';
import { JsonTree } from '../components/json-tree.tsx';
import { Money } from '../components/money.tsx';
import { RequestId } from '../components/request-id.tsx';
import { Fact } from './drawer-parts.tsx';
import classes from './purchases.module.css';

/** What was charged, refunded or lost, as far as the service has said; its receipt as it came below. */
export function ReceiptFacts({ purchase }: { purchase: Purchase }) {
  const { receiptRead: read } = purchase;
  return (
    <>
      <dl className={classes.facts}>
        {purchase.price && (
          <Fact name="Quoted">
            <Money amount={purchase.price} />
          </Fact>
        )}
        <Fact name="Counted as spent">
          {purchase.counted ? <Money amount={purchase.counted} /> : 'nothing'}
        </Fact>
        {purchase.chargeState && <Fact name="Charge state">{chargeLabel(purchase.chargeState)}</Fact>}
        {read?.total && (
          <Fact name="Receipt shows">
            <Money amount={read.total} />
          </Fact>
        )}
        {read?.refundState && <Fact name="Refund">{read.refundState}</Fact>}
        {read?.lossState && <Fact name="Loss">{read.lossState}</Fact>}
        {read?.receiptRef && (
          <Fact name="Receipt">
            <RequestId id={read.receiptRef} what="receipt reference" />
          </Fact>
        )}
        {read?.transactionRef && (
          <Fact name="Transaction">
            <RequestId id={read.transactionRef} what="transaction reference" />
          </Fact>
        )}
      </dl>
      {read && (
        <Text size="sm" mb="xs">
          {read.words}
        </Text>
      )}
      {purchase.receipt ? (
        <JsonTree value={purchase.receipt} label="receipt as it came" open={0} />
      ) : (
        <Text size="sm" c="dimmed">
          The service sent no receipt.
        </Text>
      )}
    </>
  );
}
