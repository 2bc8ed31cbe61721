import { Button, Group, Text } from '@mantine/core';
import { IconReceipt2 } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { formatNumber } from '#shared/formats.ts';
import { accountsFilterOf, isFiltered, type PurchasesAddress } from '../addresses/purchases-address.ts';
import { api } from '../api/api.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { useAnnounced } from '../ui/status-messages.ts';
import { countLabel } from './count-label.ts';
import { PurchaseTable } from './purchase-table.tsx';

/** Rows read at first, and by each "more". */
const STEP = 200;
/** The most that the list returns at once. */
const MOST = 1000;

type PurchaseListProps = {
  address: PurchasesAddress;
  open: string | null;
  onOpen: (purchaseId: string) => void;
  onClear: () => void;
};

/** The purchases that pass the filters, newest first. */
export function PurchaseList({ address, open, onOpen, onClear }: PurchaseListProps) {
  const [limit, setLimit] = useState(STEP);
  // The same as Totals counts: what was sent. The rest are quotes that cost nothing.
  const counted = useQuery({
    queryKey: ['purchases', 'accounts', address],
    queryFn: () => api.purchases.accounts(accountsFilterOf(address, Date.now())),
    placeholderData: keepPreviousData,
  });
  const { data: accounts } = counted;
  const kind = accounts?.kind;
  const purchases = useQuery({
    queryKey: ['purchases', 'list', address, limit, kind],
    // Demo money and real money are never in one list, as in no sum.
    enabled: kind !== undefined,
    queryFn: () =>
      api.purchases.list({
        limit,
        ...accountsFilterOf(address, Date.now()),
        ...(kind !== undefined && { kind }),
      }),
    placeholderData: keepPreviousData,
  });
  const { data } = purchases;
  const count = data === undefined ? '' : countLabel(data.total, accounts?.purchases ?? null);
  useAnnounced(count);
  const filtered = isFiltered(address);

  if (counted.isLoadingError) return <NotRead of={counted} title="The purchases could not be read" />;
  if (purchases.isLoadingError) return <NotRead of={purchases} title="The purchases could not be read" />;
  if (!data) return <LoadingState />;
  const { items, total } = data;
  if (items.length === 0)
    return (
      <EmptyState
        icon={<IconReceipt2 size={36} stroke={1.4} aria-hidden />}
        title={filtered ? 'Nothing passes these filters' : 'Nothing bought yet'}
        action={
          filtered ? (
            <Button size="xs" onClick={onClear}>
              Clear filters
            </Button>
          ) : (
            <Button variant="filled" component={Link} href="/" size="xs">
              Go to Search
            </Button>
          )
        }
      >
        {filtered
          ? 'Clear them to see the rest.'
          : 'Each quote and each search comes here, with price and history.'}
      </EmptyState>
    );
  return (
    <>
      <PurchaseTable items={items} open={open} onOpen={onOpen} />
      <Group justify="space-between" mt="sm">
        <Text c="dimmed">{count}</Text>
        {total > limit && limit < MOST && (
          <Button size="xs" onClick={() => setLimit(Math.min(limit + STEP, MOST))}>
            Show more
          </Button>
        )}
        {total > MOST && limit === MOST && (
          <Text c="dimmed">
            The newest {formatNumber(MOST)} are shown. Choose a time to see earlier ones.
          </Text>
        )}
      </Group>
    </>
  );
}
