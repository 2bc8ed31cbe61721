import { Timeline } from '@mantine/core';
import type { z } from 'zod';
import type { timelineEntrySchema } from '#shared/contract/purchases.ts';
import { Ago } from '../components/ago.tsx';
import { RequestId } from '../components/request-id.tsx';
import classes from './purchases.module.css';

type TimelineEntry = z.infer<typeof timelineEntrySchema>;

const BY: Record<TimelineEntry['by'], string> = {
  person: 'you',
  main: 'Milepost',
  service: 'the service',
  clock: 'the clock',
};

/** What happened to a purchase, in order; written once and never changed. */
export function PurchaseTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={1} active={entries.length - 1} className={classes.timeline}>
      {entries.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only ever appended
        <Timeline.Item key={index} title={entry.words}>
          <span className={classes.by}>
            <Ago at={entry.at} /> by {BY[entry.by]}
            {entry.requestId && (
              <>
                {' · '}
                <RequestId id={entry.requestId} />
              </>
            )}
          </span>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
