import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Purchase } from '#shared/contract/purchases.ts';
import { waitLabel } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { useNow } from '../ui/now.ts';
import { announce } from '../ui/status-messages.ts';

/**
 * A user's actions for a purchase that is not settled: poll its status, repeat the identical command with its original
 * idempotency key (§7.3), or ask the service to cancel. None of them buys anything new.
 */
export function PurchaseActions({ purchase }: { purchase: Purchase }) {
  const announceOutcome = (after: Purchase) => {
    queryClient.setQueryData(['purchases', 'show', after.purchaseId], after);
    announce(after.words);
  };
  const byId = { purchaseId: purchase.purchaseId };
  const check = useMutation({ mutationFn: () => api.purchases.checkAgain(byId), onSuccess: announceOutcome });
  const resume = useMutation({ mutationFn: () => api.purchases.resume(byId), onSuccess: announceOutcome });
  const cancel = useMutation({ mutationFn: () => api.purchases.cancel(byId), onSuccess: announceOutcome });
  const busy = check.isPending || resume.isPending || cancel.isPending;
  const { can } = purchase;
  if (!can.checkAgain && !can.resume && !can.cancel) return <NamedWait until={purchase.waitUntil} />;
  return (
    <Stack gap="xs">
      <NamedWait until={purchase.waitUntil} />
      <Group gap="xs">
        {purchase.can.checkAgain && (
          <Button
            size="sm"
            variant={purchase.state === 'unknown' ? 'filled' : 'default'}
            onClick={() => check.mutate()}
            loading={check.isPending}
            disabled={busy}
          >
            {purchase.state === 'submitted' ? 'Send it once now' : 'Check again'}
          </Button>
        )}
        {purchase.can.resume && (
          <Button size="sm" onClick={() => resume.mutate()} loading={resume.isPending} disabled={busy}>
            Resume the same purchase
          </Button>
        )}
        {purchase.can.cancel && (
          <Button size="sm" onClick={() => cancel.mutate()} loading={cancel.isPending} disabled={busy}>
            Cancel
          </Button>
        )}
        <NextPoll at={purchase.nextPollAt} />
      </Group>
      {purchase.can.resume && (
        <Text size="xs" c="dimmed">
          Resuming repeats the identical command with its original key, so that the service cannot take it for
          a second purchase.
        </Text>
      )}
      {purchase.can.cancel && (
        <Text size="xs" c="dimmed">
          Cancelling asks the service to stop the Call. Only its answer changes anything: it may already have
          been charged.
        </Text>
      )}
      <NotDone of={check} title="The status could not be read" />
      <NotDone of={resume} title="It could not be resumed" />
      <NotDone of={cancel} title="It was not cancelled" />
    </Stack>
  );
}

/** The remaining wait that the service requested for this purchase (§7.1). */
function NamedWait({ until }: { until: number | null }) {
  const now = useNow('second');
  if (until === null || until <= now) return null;
  return (
    <Text>
      The service asked to wait {waitLabel(until - now)}. Nothing is sent again by itself before that.
    </Text>
  );
}

function NextPoll({ at }: { at: number | null }) {
  const now = useNow('second');
  if (at === null) return null;
  return (
    <Text size="xs" c="dimmed">
      {at <= now ? 'Checking again now' : `Checks again in ${waitLabel(at - now)}`}
    </Text>
  );
}
