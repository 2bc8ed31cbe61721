import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import type { Batch } from '#shared/contract/standing-approvals.ts';
import { api } from '../../api/api.ts';
import { queryClient } from '../../api/query-client.ts';
import { Money, Moneys } from '../../money/money.tsx';
import { SearchTitle } from '../../records/search-title.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNotice, NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { runPath } from '../../ui/screen-paths.ts';
import { announce } from '../../ui/status-messages.ts';
import { stoppedTitle } from './batch-labels.ts';
import { BatchSteps } from './batch-steps.tsx';
import { batchesQuery } from './batches-query.ts';
import { AtLimit } from './ceiling-fields.tsx';
import { closeNextPages } from './next-pages-sheet.ts';

/** Progress of one approval page by page, with a stop button. Closing the dialog leaves it running. */
export function BatchProgress({ batchId }: { batchId: string }) {
  const batches = useQuery(batchesQuery);
  const batch = batches.data?.find((each) => each.batchId === batchId);
  if (batches.isLoadingError && !batch)
    return <FailureNotice error={batches.error} onRetry={() => void batches.refetch()} />;
  if (batches.isPending) return <LoadingState />;
  if (!batch) return <EmptyState title="This approval is not among the last ones" />;
  return <Progress batch={batch} />;
}

function Progress({ batch }: { batch: Batch }) {
  const stop = useMutation({
    mutationFn: () => api.purchases.stopBatch({ batchId: batch.batchId }),
    onSuccess: (after) =>
      queryClient.setQueryData(batchesQuery.queryKey, (known) =>
        known?.map((each) => (each.batchId === after.batchId ? after : each)),
      ),
  });
  useEffect(() => announce(batch.words), [batch.words]);
  return (
    <Stack gap="md">
      <div>
        <Text size="md" fw={600}>
          <SearchTitle title={batch.title} />
        </Text>
        <Text c="dimmed">
          <Moneys amounts={batch.spent} unread={batch.unread} /> of at most <Money amount={batch.ceiling} />
        </Text>
      </div>
      <BatchSteps batch={batch} />
      {batch.stopped && (
        <Alert
          color={batch.stopped.code === 'by_user' || batch.stopped.code === 'no_more' ? 'gray' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          title={stoppedTitle(batch.stopped.code)}
        >
          <Text>{batch.words} Nothing more is bought under this approval.</Text>
          {batch.stopped.code === 'over_limit' && <AtLimit batch={batch} onLeave={closeNextPages} />}
        </Alert>
      )}
      {batch.state === 'done' && <Text>{batch.words}</Text>}
      <NotDone of={stop} title="It was not stopped" />
      <DialogButtons
        note={
          batch.state === 'running' &&
          'You can close this: the pages go on being bought until Milepost is closed. One that was sent is settled as any purchase.'
        }
        more={
          <>
            {batch.state === 'running' && (
              <Button loading={stop.isPending} onClick={() => stop.mutate()}>
                Stop
              </Button>
            )}
            {batch.runId !== null && (
              <Button component={Link} href={runPath(batch.runId)} onClick={closeNextPages}>
                Show results
              </Button>
            )}
          </>
        }
      >
        {batch.state !== 'running' && (
          <Button variant="filled" onClick={closeNextPages}>
            Done
          </Button>
        )}
      </DialogButtons>
    </Stack>
  );
}
