import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Purchase } from '#shared/contract/purchases.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { JsonTree } from '../components/json-tree.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { Money } from '../components/money.tsx';
import { PurchaseActions } from '../components/purchase-actions.tsx';
import { RefusalWords } from '../components/refusal-words.tsx';
import { absoluteTime } from '../components/relative-time.ts';
import { RequestId } from '../components/request-id.tsx';
import { RequestTable } from '../components/request-table.tsx';
import { runPath } from '../components/screen-paths.ts';
import { openQuoteSheet, purchaseKey } from '../quote/quote-sheet.ts';
import { PurchaseTimeline } from './purchase-timeline.tsx';
import classes from './purchases.module.css';
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
      {shown.isError && <FailureNotice error={shown.error} onRetry={() => void shown.refetch()} />}
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
          {purchase.runId !== null && (
            <Button component={Link} href={runPath(purchase.runId)} size="sm">
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
        <PurchaseTimeline entries={purchase.timeline} />
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
      <Section title="Receipt and identifiers">
        <dl className={classes.facts}>
          {purchase.chargeState && <Fact name="Charge state">{purchase.chargeState}</Fact>}
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
        </dl>
        {purchase.receipt ? (
          <JsonTree value={purchase.receipt} label="receipt" open={2} />
        ) : (
          <Text size="sm" c="dimmed">
            The service sent no receipt.
          </Text>
        )}
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
