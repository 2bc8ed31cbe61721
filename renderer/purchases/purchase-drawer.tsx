import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { Purchase } from '#shared/contract/purchases.ts';
import { absoluteTime } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { FullAmounts, Money } from '../money/money.tsx';
import { PurchaseActions } from '../money/purchase-actions.tsx';
import { RefusalMessage } from '../money/refusal-message.tsx';
import { openQuoteSheet, purchaseKey } from '../quote/quote-sheet.ts';
import { Facts } from '../ui/facts.tsx';
import { NotDone, NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { RequestTable } from '../ui/request-table.tsx';
import { saveAndNotify } from '../ui/save-file.ts';
import { resultPath } from '../ui/screen-paths.ts';
import { CallCandidates } from './call-candidates.tsx';
import { DrawerSection } from './drawer-section.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import classes from './purchases.module.css';
import { ReceiptFacts } from './receipt-facts.tsx';
import { StateBadge } from './state-badge.tsx';

/** `purchaseId` is null while none is open. */
type PurchaseDrawerProps = { purchaseId: string | null; onClose: () => void };

/** One complete purchase: its state, available actions, history, quote, request and receipt. */
export function PurchaseDrawer({ purchaseId, onClose }: PurchaseDrawerProps) {
  const shown = useQuery({
    queryKey: purchaseKey(purchaseId ?? ''),
    queryFn: purchaseId === null ? skipToken : () => api.purchases.show({ purchaseId }),
  });
  // Opened only once it is mounted, so that it records where the focus was and returns it.
  const isThere = useMounted();
  return (
    <Drawer
      opened={isThere && purchaseId !== null}
      onClose={onClose}
      position="right"
      size={560}
      title={shown.data?.title ?? 'Purchase'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      transitionProps={{ duration: 120 }}
      classNames={{ title: classes.drawerTitle ?? '' }}
    >
      <NotRead of={shown} title="This purchase could not be read" />
      {shown.isPending && <LoadingState />}
      {shown.data && (
        <FullAmounts>
          <PurchaseFacts purchase={shown.data} onClose={onClose} />
        </FullAmounts>
      )}
    </Drawer>
  );
}

/** Saves everything that is stored of a purchase, as it is stored. */
function SaveDamaged({ purchaseId }: { purchaseId: string }) {
  const save = useMutation({
    mutationFn: async () => {
      const evidence = await api.purchases.evidence({ purchaseId });
      const text = `${JSON.stringify(evidence, null, 2)}\n`;
      await saveAndNotify(
        `purchase-${purchaseId}.json`,
        'application/json',
        text,
        'all that is stored of it',
      );
    },
  });
  return (
    <>
      <Button size="compact-sm" loading={save.isPending} onClick={() => save.mutate()}>
        Save all that is stored of it
      </Button>
      <NotDone of={save} title="It could not be saved" />
    </>
  );
}

/** How it was approved with others, or under a permission; null where it was approved by itself. */
function approvedLabel({ batchId, grantId }: Purchase): string | null {
  if (grantId !== null) return 'under a standing permission, listed in Settings';
  return batchId === null ? null : 'together with others, as one act with one ceiling';
}

function PurchaseFacts({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { quote } = purchase;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <StateBadge state={purchase.state} words={purchase.words} damaged={purchase.damaged === true} />
          {purchase.counted && (
            <Text c="dimmed">
              counts as <Money amount={purchase.counted} />
            </Text>
          )}
        </Group>
        {purchase.refusal ? (
          <RefusalMessage purchase={purchase} title="What the service answered" />
        ) : (
          <Text>{purchase.words}</Text>
        )}
        {purchase.damaged === true && <SaveDamaged purchaseId={purchase.purchaseId} />}
        <PurchaseActions purchase={purchase} />
        <Group gap="xs">
          {purchase.state === 'completed' && (
            <Button variant="filled" component={Link} href={resultPath(purchase)} size="sm">
              Show results
            </Button>
          )}
          {purchase.state === 'quoted' && (
            <Button
              variant="filled"
              size="sm"
              onClick={() => {
                onClose();
                openQuoteSheet(purchase.purchaseId);
              }}
            >
              Show the quote
            </Button>
          )}
        </Group>
      </Stack>
      {purchase.can.placeCall && <CallCandidates purchase={purchase} />}
      <DrawerSection title="History">
        <PurchaseHistory purchase={purchase} />
      </DrawerSection>
      <DrawerSection title="Request">
        <RequestTable input={quote?.normalizedInput ?? purchase.input} />
      </DrawerSection>
      <DrawerSection title="Quote">
        {quote ? (
          <Facts
            className={classes.facts}
            facts={[
              ['Tool', `${purchase.toolTitle}, version ${quote.toolVersion}`],
              ['Provider', purchase.providerName ?? 'not named by the service'],
              ['Price', <Money key="price" amount={quote.price} />],
              ['At most', <Money key="most" amount={quote.ceiling} />],
              ['Ends', absoluteTime(quote.expiresAt)],
              ['Quote reference', <RequestId key="quote" id={quote.quoteRef} what="quote reference" />],
            ]}
          />
        ) : (
          <Text c="dimmed">There was no quote.</Text>
        )}
      </DrawerSection>
      <DrawerSection title="Receipt">
        <ReceiptFacts purchase={purchase} />
      </DrawerSection>
      <DrawerSection title="Identifiers">
        <Facts
          className={classes.facts}
          facts={[
            [
              'Call',
              purchase.callRef && <RequestId key="call" id={purchase.callRef} what="Call reference" />,
            ],
            ['Request id', purchase.requestId && <RequestId key="request" id={purchase.requestId} />],
            ['Purchase', <RequestId key="purchase" id={purchase.purchaseId} what="purchase id" />],
            ['Approved', approvedLabel(purchase)],
          ]}
        />
      </DrawerSection>
    </Stack>
  );
}
