import { Timeline } from '@mantine/core';
import type { z } from 'zod';
import type { timelineEntrySchema } from '#shared/contract/purchases.ts';
import type { PurchaseState } from '#shared/purchase/state.ts';
import { stateLabel } from '../money/purchase-messages.ts';
import { Ago } from '../ui/ago.tsx';
import { AsRead } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
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
export function PurchaseTimeline({ entries }: { entries: readonly EvidencedEntry[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={1} active={entries.length - 1} className={classes.timeline}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
        <Timeline.Item key={index} title={entry.words}>
          <span className={classes.by}>
            <Ago at={entry.at} /> by {BY[entry.by]}
            {entry.state && ` · ${stateLabel(entry.state)}`}
            {entry.requestId && (
              <>
                {' · '}
                <RequestId id={entry.requestId} />
              </>
            )}
          </span>
          {entry.detail !== undefined && entry.detail !== null && <AsRead value={entry.detail} />}
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
