import { Button, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Purchase } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { countWords } from '../components/count-words.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { absoluteTime } from '../components/relative-time.ts';
import { RequestId } from '../components/request-id.tsx';
import { Fact } from './drawer-parts.tsx';
import { PurchaseTimeline } from './purchase-timeline.tsx';
import classes from './purchases.module.css';

/** What happened, line by line; on demand each line with the answer that caused it, as it came. */
export function PurchaseHistory({ purchase }: { purchase: Purchase }) {
  const { purchaseId, timeline, updatedAt } = purchase;
  const [asked, setAsked] = useState(false);
  const evidence = useQuery({
    queryKey: ['purchases', 'evidence', purchaseId, updatedAt, timeline.length],
    queryFn: asked ? () => api.purchases.evidence({ purchaseId }) : skipToken,
  });
  const { data } = evidence;
  return (
    <>
      <PurchaseTimeline entries={asked && data ? data.entries : timeline} />
      {!asked && (
        <Button size="compact-sm" variant="subtle" mt="sm" onClick={() => setAsked(true)}>
          Show evidence
        </Button>
      )}
      {evidence.isError && <FailureNotice error={evidence.error} title="The evidence could not be read" />}
      {asked && evidence.isPending && <LoadingState />}
      {asked && data && (
        <div className={classes.evidence}>
          {data.output ? (
            <dl className={classes.facts} aria-label="What was paid for, as it is kept">
              <Fact name="Output">
                {countWords(data.output.bytes)} bytes, kept {absoluteTime(data.output.receivedAt)} from the{' '}
                {data.output.via === 'call' ? 'answer to the Call' : 'status of the Call'}
              </Fact>
              <Fact name="SHA-256">
                <RequestId id={data.output.sha256} what="SHA-256 of the output" />
              </Fact>
              <Fact name="Read">
                {data.output.interpreted
                  ? 'as records, which can be derived anew from it at any time'
                  : 'not as records: it is kept as it came'}
              </Fact>
            </dl>
          ) : (
            <Text size="sm" c="dimmed">
              There is no output of this purchase.
            </Text>
          )}
        </div>
      )}
    </>
  );
}
