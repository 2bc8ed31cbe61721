import { Group, SegmentedControl, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { AccountsFilter } from '#shared/contract/purchase-accounts.ts';
import type { CsvStyle } from '#shared/csv.ts';
import { plural } from '#shared/formats.ts';
import {
  accountsFilterOf,
  NO_PURCHASE_FILTERS,
  type PurchasesAddress,
  type PurchasesView,
  purchasesAddress,
} from '../addresses/purchases-address.ts';
import { api } from '../api/api.ts';
import { FileMenu } from '../export/file-menu.tsx';
import { Moneys } from '../money/money.tsx';
import { SpendingTabs } from '../money/spending-tabs.tsx';
import { statusQuery } from '../status/queries.ts';
import { failureOf } from '../ui/failure-notice.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { LoadingState } from '../ui/loading-state.tsx';
import { savedLabel, saveFile } from '../ui/save-file.ts';
import { Screen } from '../ui/screen.tsx';
import { announce } from '../ui/status-messages.ts';
import { ChargeAlarms } from './charge-alarms.tsx';
import { PurchaseFilters } from './purchase-filters.tsx';
import { PurchaseList } from './purchase-list.tsx';
import classes from './purchases.module.css';

/** What counts as spent today and this month; unresolved purchases count in full until they are settled. */
function SpendingSummary() {
  const { data: status } = useQuery(statusQuery);
  if (!status) return null;
  const { today, month, unresolved } = status.spending;
  return (
    <Text c="dimmed" className={classes.summary ?? ''}>
      Today <Moneys amounts={today} /> · this month <Moneys amounts={month} />
      {unresolved > 0 && ` · ${unresolved} unresolved, counted in full`}
    </Text>
  );
}

const PurchaseDrawer = lazyPart(async () => (await import('./purchase-drawer.tsx')).PurchaseDrawer);
const PurchaseTotals = lazyPart(async () => (await import('./purchase-totals.tsx')).PurchaseTotals);
const BroughtView = lazyPart(async () => (await import('./brought-view.tsx')).BroughtView);
const ServiceComparison = lazyPart(async () => (await import('./service-comparison.tsx')).ServiceComparison);
const MonthlyStatement = lazyPart(async () => (await import('./monthly-statement.tsx')).MonthlyStatement);

const VIEW_LABELS: readonly { value: PurchasesView; label: string }[] = [
  { value: 'list', label: 'Purchases' },
  { value: 'totals', label: 'Totals' },
  { value: 'brought', label: 'What it brought' },
  { value: 'service', label: 'Check with service' },
  { value: 'statement', label: 'Statement' },
];

/** Every purchase with its state, their totals, and the comparison with the service. */
export function PurchasesScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = purchasesAddress.read(search);
  const { view, purchase: open } = address;
  // Once opened, the drawer stays mounted: closing it returns the focus to the row that it was opened from.
  const [drawerUsed, setDrawerUsed] = useState(false);
  if (open !== null && !drawerUsed) setDrawerUsed(true);

  const change = (part: Partial<PurchasesAddress>) =>
    navigate(purchasesAddress.path({ ...address, ...part }));
  const filtered = view === 'list' || view === 'totals';

  return (
    <Screen title="Purchases" aside={<SpendingSummary />} unread={purchasesAddress.unread(search)}>
      <SpendingTabs here="spending" />
      <ChargeAlarms onOpen={(purchaseId) => change({ purchase: purchaseId })} />
      <Group mb="md" gap="sm" justify="space-between" className={classes.bar}>
        <SegmentedControl
          aria-label="View"
          size="sm"
          data={VIEW_LABELS.map((each) => ({ ...each }))}
          value={view}
          onChange={(value) =>
            change({ view: VIEW_LABELS.find((each) => each.value === value)?.value ?? 'list' })
          }
        />
        {filtered && <ExportPurchases filter={() => accountsFilterOf(address, Date.now())} />}
      </Group>
      {filtered && <PurchaseFilters address={address} onChange={change} />}
      <Suspense fallback={<LoadingState />}>
        {view === 'list' && (
          <PurchaseList
            address={address}
            open={open}
            onOpen={(purchaseId) => change({ purchase: purchaseId })}
            onClear={() => change(NO_PURCHASE_FILTERS)}
          />
        )}
        {view === 'totals' && <PurchaseTotals address={address} />}
        {view === 'brought' && <BroughtView />}
        {view === 'service' && <ServiceComparison />}
        {view === 'statement' && (
          <MonthlyStatement month={address.month} onMonth={(month) => change({ month })} />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {drawerUsed && <PurchaseDrawer purchaseId={open} onClose={() => change({ purchase: null })} />}
      </Suspense>
    </Screen>
  );
}

const FORMATS = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
] as const;

/** Exports the purchases that pass the filter, including those not loaded into the table. */
function ExportPurchases({ filter }: { filter: () => AccountsFilter }) {
  const exported = useMutation({
    mutationFn: async ({ format, csv }: { format: 'csv' | 'json'; csv: CsvStyle }) => {
      const file = await api.purchases.export({ ...filter(), format, csv });
      const saved = await saveFile(file.fileName, file.mimeType, file.text);
      return savedLabel(saved, file.fileName, plural(file.rows, 'purchase'));
    },
    onSuccess: announce,
    onError: (error) => announce(failureOf(error).message),
  });
  return (
    <FileMenu
      formats={FORMATS}
      loading={exported.isPending}
      onChoose={(format, csv) => exported.mutate({ format, csv })}
    />
  );
}
