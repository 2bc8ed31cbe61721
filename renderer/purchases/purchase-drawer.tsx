import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Purchase } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Money } from '../components/money.tsx';
import { PurchaseActions } from '../components/purchase-actions.tsx';
import { RefusalWords } from '../components/refusal-words.tsx';
import { absoluteTime } from '../components/relative-time.ts';
import { RequestId } from '../components/request-id.tsx';
import { RequestTable } from '../components/request-table.tsx';
import { resultPath } from '../components/screen-paths.ts';
import { openQuoteSheet, purchaseKey } from '../quote/quote-sheet.ts';
import { Fact, Section } from './drawer-parts.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import classes from './purchases.module.css';
import { ReceiptFacts } from './receipt-facts.tsx';
import { StateBadge } from './state-badge.tsx';

/** `purchaseId` is null while none is open. */
type PurchaseDrawerProps = { purchaseId: string | null; onClose: () => void };

/** One purchase whole: where it stands, what can be done, its history, quote, request and receipt. */
export function PurchaseDrawer({ purchaseId, onClose }: PurchaseDrawerProps) {
  const shown = useQuery({
    queryKey: purchaseKey(purchaseId ?? ''),
    queryFn: purchaseId === null ? skipToken : () => api.purchases.show({ purchaseId }),
  });
  // Opened only once it is there, so that it sees where the focus was and gives it back.
  const [isThere, setIsThere] = useState(false);
  useEffect(() => setIsThere(true), []);
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
      {shown.isError && (
        <FailureNotice
          error={shown.error}
          title="This purchase could not be read"
          onRetry={() => void shown.refetch()}
        />
      )}
      {shown.isPending && <LoadingState />}
      {shown.data && <PurchaseFacts purchase={shown.data} onClose={onClose} />}
    </Drawer>
  );
}

function PurchaseFacts({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const { quote } = purchase;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <StateBadge state={purchase.state} words={purchase.words} />
          {purchase.counted && (
            <Text size="sm" c="dimmed">
              counts as <Money amount={purchase.counted} />
            </Text>
          )}
        </Group>
        {purchase.refusal ? (
          <RefusalWords purchase={purchase} title="What the service answered" />
        ) : (
          <Text size="sm">{purchase.words}</Text>
        )}
        <PurchaseActions purchase={purchase} />
        <Group gap="xs">
          {purchase.state === 'completed' && (
            <Button component={Link} href={resultPath(purchase)} size="sm">
              Show results
            </Button>
          )}
          {purchase.state === 'quoted' && (
            <Button
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
      <Section title="History">
        <PurchaseHistory purchase={purchase} />
      </Section>
      <Section title="Request">
        <RequestTable input={quote?.normalizedInput ?? purchase.input} />
      </Section>
      <Section title="Quote">
        {quote ? (
          <dl className={classes.facts}>
            <Fact name="Tool">
              {purchase.toolTitle}, version {quote.toolVersion}
            </Fact>
            <Fact name="Provider">{purchase.providerName ?? 'not named by the service'}</Fact>
            <Fact name="Price">
              <Money amount={quote.price} />
            </Fact>
            <Fact name="At most">
              <Money amount={quote.ceiling} />
            </Fact>
            <Fact name="Ends">{absoluteTime(quote.expiresAt)}</Fact>
            <Fact name="Quote reference">
              <RequestId id={quote.quoteRef} what="quote reference" />
            </Fact>
          </dl>
        ) : (
          <Text size="sm" c="dimmed">
            There was no quote.
          </Text>
        )}
      </Section>
      <Section title="Receipt">
        <ReceiptFacts purchase={purchase} />
      </Section>
      <Section title="Identifiers">
        <dl className={classes.facts}>
          {purchase.callRef && (
            <Fact name="Call">
              <RequestId id={purchase.callRef} what="Call reference" />
            </Fact>
          )}
          {purchase.requestId && (
            <Fact name="Request id">
              <RequestId id={purchase.requestId} />
            </Fact>
          )}
          <Fact name="Purchase">
            <RequestId id={purchase.purchaseId} what="purchase id" />
          </Fact>
          {(purchase.batchId ?? purchase.grantId) !== null && (
            <Fact name="Approved">
              {purchase.grantId !== null
                ? 'under a standing permission, listed in Settings'
                : 'together with others, as one act with one ceiling'}
            </Fact>
          )}
        </dl>
      </Section>
    </Stack>
  );
}
