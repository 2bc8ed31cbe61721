import { Anchor, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { api } from '../api/api.ts';
import { counted, countWords } from '../components/count-words.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { PURCHASE_FILTERS } from '../components/purchase-words.ts';
import { Screen } from '../components/screen.tsx';
import { announce } from '../components/status-words.ts';
import { PurchaseTable } from './purchase-table.tsx';
import { SpendingSummary } from './spending-summary.tsx';

const PurchaseDrawer = lazy(async () => ({
  default: (await import('./purchase-drawer.tsx')).PurchaseDrawer,
}));

/** Rows read at first, and by each "more". */
const STEP = 200;

/** Every purchase with where it stands; each opens with its history, its quote and its receipt. */
export function PurchasesScreen() {
  const [params, setParams] = useSearchParams();
  const [limit, setLimit] = useState(STEP);
  const open = params.get('purchase');
  // Once used, the drawer stays mounted: closing it gives the focus back to the row that it was opened from.
  const [drawerUsed, setDrawerUsed] = useState(false);
  if (open !== null && !drawerUsed) setDrawerUsed(true);
  const filter = PURCHASE_FILTERS.find(({ value }) => value === params.get('state')) ?? PURCHASE_FILTERS[0];
  const states = filter && filter.states.length > 0 ? [...filter.states] : undefined;
  const purchases = useQuery({
    queryKey: ['purchases', 'list', filter?.value, limit],
    queryFn: () => api.purchases.list({ limit, ...(states && { states }) }),
    placeholderData: keepPreviousData,
  });
  const total = purchases.data?.total;
  useEffect(() => {
    if (total !== undefined) announce(counted(total, 'purchase'));
  }, [total]);

  const setParam = (name: string, value: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });

  return (
    <Screen title="Purchases" aside={<SpendingSummary />}>
      <Group mb="md" justify="space-between">
        <SegmentedControl
          aria-label="Show purchases by state"
          size="xs"
          data={PURCHASE_FILTERS.map(({ value, label }) => ({ value, label }))}
          value={filter?.value ?? 'all'}
          onChange={(value) => setParam('state', value === 'all' ? null : value)}
        />
        {total !== undefined && (
          <Text size="sm" c="dimmed">
            {countWords(total)} in all
          </Text>
        )}
      </Group>
      {purchases.isError && (
        <FailureNotice error={purchases.error} onRetry={() => void purchases.refetch()} />
      )}
      {purchases.isPending && <LoadingState />}
      {purchases.data?.items.length === 0 && (
        <EmptyState
          icon={<IconReceipt2 size={36} stroke={1.4} aria-hidden />}
          title={states ? 'No purchase is in this state' : 'Nothing was bought yet'}
          {...(!states && {
            action: (
              <Anchor component={Link} href="/" size="sm">
                Start with a search
              </Anchor>
            ),
          })}
        >
          {states
            ? 'Choose another state above.'
            : 'Each quote that you ask for and each search that you approve is listed here, with its price and its history.'}
        </EmptyState>
      )}
      {purchases.data && purchases.data.items.length > 0 && (
        <PurchaseTable
          items={purchases.data.items}
          open={open}
          onOpen={(purchaseId) => setParam('purchase', purchaseId)}
        />
      )}
      {total !== undefined && total > limit && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setLimit(Math.min(limit + STEP, 1000))}>
            Show more
          </Button>
        </Group>
      )}
      <Suspense fallback={null}>
        {drawerUsed && <PurchaseDrawer purchaseId={open} onClose={() => setParam('purchase', null)} />}
      </Suspense>
    </Screen>
  );
}
