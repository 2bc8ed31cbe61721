import { Box, Button, Text, Timeline } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { Purchase, timelineEntrySchema } from '#shared/contract/purchases.ts';
import { absoluteTime, formatNumber } from '#shared/formats.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { api } from '../api/api.ts';
import { stateLabel } from '../money/purchase-messages.ts';
import { Ago } from '../ui/ago.tsx';
import { Facts } from '../ui/facts.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { AsRead } from '../ui/json-tree.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { RequestId, WithRequestId } from '../ui/request-id.tsx';
import classes from './purchases.module.css';

type TimelineEntry = z.infer<typeof timelineEntrySchema>;
/** With its evidence, where requested: the resulting state and the answer that caused it. */
type EvidencedEntry = TimelineEntry & { state?: PurchaseState; detail?: unknown };

const BY: Record<TimelineEntry['by'], string> = {
  user: 'you',
  main: 'Milepost',
  service: 'the service',
  clock: 'the clock',
};

/** The history of a purchase, in order; written once and never changed. */
function PurchaseTimeline({ entries }: { entries: readonly EvidencedEntry[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={1} active={entries.length - 1} className={classes.timeline}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
        <Timeline.Item key={index} title={entry.words}>
          <Text span size="xs" c="dimmed">
            <Ago at={entry.at} /> by {BY[entry.by]}
            {entry.state && ` · ${stateLabel(entry.state)}`}
            <WithRequestId id={entry.requestId} />
          </Text>
          {entry.detail !== undefined && entry.detail !== null && <AsRead value={entry.detail} />}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

/** What happened, line by line; on demand each line with what was read of the answer that caused it. */
export function PurchaseHistory({ purchase }: { purchase: Purchase }) {
  const { purchaseId, timeline, updatedAt } = purchase;
  const [confirming, setConfirming] = useState(false);
  const evidence = useQuery({
    queryKey: ['purchases', 'evidence', purchaseId, updatedAt, timeline.length],
    queryFn: confirming ? () => api.purchases.evidence({ purchaseId }) : skipToken,
  });
  const { data } = evidence;
  return (
    <>
      <PurchaseTimeline entries={confirming && data ? data.entries : timeline} />
      {!confirming && (
        <Button size="compact-sm" variant="subtle" mt="sm" onClick={() => setConfirming(true)}>
          Show evidence
        </Button>
      )}
      <NotRead of={evidence} title="The evidence could not be read" />
      {confirming && evidence.isPending && <LoadingState />}
      {confirming && data && (
        <Box mt={14}>
          {data.output ? (
            <Facts
              label="Output as it is stored"
              className={classes.facts}
              facts={[
                [
                  'Output',
                  `${formatNumber(data.output.bytes)} bytes, stored ${absoluteTime(data.output.receivedAt)} from the ${data.output.via === 'call' ? 'answer to the Call' : 'status of the Call'}`,
                ],
                ['SHA-256', <RequestId key="sha" id={data.output.sha256} what="SHA-256 of the output" />],
                [
                  'Read',
                  data.output.interpreted
                    ? 'as records, which can be rebuilt from it'
                    : 'not as records: it is stored as it came',
                ],
              ]}
            />
          ) : (
            <Text c="dimmed">There is no output of this purchase.</Text>
          )}
        </Box>
      )}
    </>
  );
}
