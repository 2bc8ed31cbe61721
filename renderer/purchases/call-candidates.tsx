import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Purchase } from '#shared/contract/purchases.ts';
import { absoluteTime } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { Money } from '../money/money.tsx';
import { cachePurchase } from '../quote/quote-sheet.ts';
import { FailureNotice, NotDone } from '../ui/failure-notice.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { announce } from '../ui/status-messages.ts';
import { DrawerSection } from './drawer-section.tsx';

type Candidate = Awaited<ReturnType<typeof api.purchases.callCandidates>>['calls'][number];

/** Calls that could belong to a purchase whose answer was lost, and the user's decision whose each is. */
export function CallCandidates({ purchase }: { purchase: Purchase }) {
  const { purchaseId } = purchase;
  // Requested only by the user: it reads the service's list.
  const found = useQuery({
    queryKey: ['call-candidates', purchaseId],
    queryFn: () => api.purchases.callCandidates({ purchaseId }),
    enabled: false,
  });
  const { data } = found;
  if (purchase.refusal !== null)
    return (
      <DrawerSection title="Its charge">
        <Stack gap="xs" align="flex-start">
          <UserSays purchase={purchase} what="It was charged no more">
            The service says that the Call is over without a result, but not that nothing more was charged. If
            your account at the marketplace shows no further charge for it, you can settle it so.
          </UserSays>
        </Stack>
      </DrawerSection>
    );
  return (
    <DrawerSection title="Its Call">
      <Stack gap="xs" align="flex-start">
        <Text>
          No Call in the service’s list is known to be the one of this purchase. Resuming it is the surest
          way: the service then answers with its Call. Where it declines, you can say which Call it is.
        </Text>
        <Button size="xs" loading={found.isFetching} onClick={() => void found.refetch()}>
          Show Calls that could be it
        </Button>
        {found.isLoadingError && !found.isFetching && (
          <FailureNotice error={found.error} title="The service’s list could not be read" />
        )}
        {data?.calls.length === 0 && !data.complete && (
          <Text>
            The service’s list could not be read completely. What was read holds no Call that could be it.
          </Text>
        )}
        {data?.calls.length === 0 && data.complete && (
          <UserSays purchase={purchase} what="No Call was made for it">
            The service lists no Call that could be it, but a list may lag behind. Where the service declines
            the order, you can count the purchase as not bought if you know that no Call was made for it.
          </UserSays>
        )}
        {data?.calls.map((call) => (
          <CandidateCall
            key={call.callRef}
            purchase={purchase}
            call={call}
            onPlaced={() => void found.refetch()}
          />
        ))}
      </Stack>
    </DrawerSection>
  );
}

type UserSaysProps = { purchase: Purchase; what: string; children: ReactNode };

/** Settles a purchase by the user's statement: neither lists, which lag, nor the silence of the service prove it. */
function UserSays({ purchase: { purchaseId }, what, children }: UserSaysProps) {
  const settled = useMutation({
    mutationFn: () => api.purchases.placeCall({ purchaseId, callRef: null, isOwn: false }),
    onSuccess: (after) => {
      cachePurchase(after);
      announce(after.words);
    },
  });
  return (
    <>
      <Text>{children}</Text>
      <Button size="xs" loading={settled.isPending} onClick={() => settled.mutate()}>
        {what}
      </Button>
      <NotDone of={settled} title="Still unknown" />
    </>
  );
}

type CandidateCallProps = { purchase: Purchase; call: Candidate; onPlaced: () => void };

function CandidateCall({ purchase, call, onPlaced }: CandidateCallProps) {
  const placed = useMutation({
    mutationFn: (isOwn: boolean) =>
      api.purchases.placeCall({ purchaseId: purchase.purchaseId, callRef: call.callRef, isOwn }),
    onSuccess: (after) => {
      cachePurchase(after);
      announce(after.words);
      if (after.can.placeCall) onPlaced();
    },
  });
  const facts = [
    call.state === '' ? 'state not given' : call.state,
    call.toolRef === null ? 'Tool not named' : 'the same Tool',
    call.createdAt === null ? 'time not given' : `made ${absoluteTime(call.createdAt)}`,
  ];
  return (
    <Stack gap={4} component="section" aria-label={`Call ${call.callRef}`}>
      <RequestId id={call.callRef} what="Call reference" />
      <Text>
        {facts.join(', ')}, {call.amount === null ? 'charge not given' : <Money amount={call.amount} />}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          loading={placed.isPending && placed.variables}
          disabled={placed.isPending}
          onClick={() => placed.mutate(true)}
        >
          This is its Call
        </Button>
        <Button
          size="xs"
          loading={placed.isPending && !placed.variables}
          disabled={placed.isPending}
          onClick={() => placed.mutate(false)}
        >
          Another program made it
        </Button>
      </Group>
      <NotDone of={placed} title="Call not assigned" />
    </Stack>
  );
}
