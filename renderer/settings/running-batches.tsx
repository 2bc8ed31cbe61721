import { Button, Group, Text } from '@mantine/core';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { Money } from '../money/money.tsx';
import { showBatch } from '../quote/batches/next-pages-sheet.ts';

/** Approvals of several pages that are being spent now. */
export function RunningBatches({ batches }: { batches: readonly Batch[] }) {
  return (
    <>
      {batches.map((batch) => (
        <Group key={batch.batchId} gap="sm" wrap="nowrap" justify="space-between">
          <Text size="sm">
            <strong>{batch.title}</strong>: {batch.words} At most <Money amount={batch.ceiling} />.
          </Text>
          <Button size="xs" variant="default" flex="none" onClick={() => showBatch(batch.batchId)}>
            Show the pages
          </Button>
        </Group>
      ))}
    </>
  );
}
