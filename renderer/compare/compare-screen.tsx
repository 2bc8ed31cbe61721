import { Button, Checkbox, NumberInput } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { csvOf } from '#shared/csv.ts';
import { api } from '../api/api.ts';
import { copyText } from '../components/copy-text.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { useNow } from '../components/now.ts';
import { saveFile } from '../components/save-file.ts';
import { Screen } from '../components/screen.tsx';
import { announce } from '../components/status-words.ts';
import { ColumnPicker } from './column-picker.tsx';
import { type CompareAddress, comparePath, LEAST_COLUMNS, readCompareAddress } from './compare-address.ts';
import { type Comparison, columnTitles, comparisonTable } from './comparison-rows.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { DayTable } from './day-table.tsx';
import { tabbedOf } from './table-text.ts';

/** Two to six saved searches or runs side by side on one axis of dates. */
export function CompareScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = useMemo(() => readCompareAddress(search), [search]);
  const { scopes, direct, seatsMin } = address;
  const change = (part: Partial<CompareAddress>) =>
    navigate(comparePath({ ...address, ...part }), { replace: true });

  const filter: RecordFilter = {
    ...(direct ? { direct: true } : {}),
    ...(seatsMin === null ? {} : { seatsMin, seatsNotGiven: true }),
  };
  const enough = scopes.length >= LEAST_COLUMNS;
  const compared = useQuery({
    queryKey: ['results', 'compare', scopes, filter],
    queryFn: () => api.results.compare({ columns: scopes.map((scope) => ({ scope, filter: {} })), filter }),
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  // While another column is on its way, the answer before still has other columns than the picker.
  const comparison = enough && compared.data?.columns.length === scopes.length ? compared.data : undefined;

  const titles = columnTitles(comparison?.columns ?? [], scopes);

  return (
    <Screen title="Compare" actions={comparison && <TakeAway comparison={comparison} titles={titles} />}>
      <ColumnPicker scopes={scopes} onChange={(next) => change({ scopes: next })}>
        {enough && (
          <>
            <Checkbox
              label="Direct only"
              checked={direct}
              onChange={(event) => change({ direct: event.currentTarget.checked })}
            />
            <NumberInput
              aria-label="Fewest seats, or count not given"
              placeholder="Fewest seats"
              size="xs"
              w={132}
              min={1}
              max={99}
              allowDecimal={false}
              value={seatsMin ?? ''}
              onChange={(value) => change({ seatsMin: typeof value === 'number' ? value : null })}
            />
          </>
        )}
      </ColumnPicker>
      {!enough ? (
        <EmptyState title={scopes.length === 0 ? 'Nothing to compare yet' : 'One more to compare with'}>
          Choose two to six saved searches, or runs of them. They are set side by side on one axis of dates,
          from what is kept on this machine; comparing costs nothing.
        </EmptyState>
      ) : compared.isError ? (
        <FailureNotice
          error={compared.error}
          title="These could not be compared"
          onRetry={() => void compared.refetch()}
        />
      ) : comparison === undefined ? (
        <LoadingState words="Comparing…" />
      ) : (
        <>
          <ComparisonTable columns={comparison.columns} scopes={scopes} />
          <DayTable comparison={comparison} titles={titles} />
        </>
      )}
    </Screen>
  );
}

/** The comparison for other programs. */
function TakeAway({ comparison, titles }: { comparison: Comparison; titles: readonly string[] }) {
  const now = useNow();
  const table = () => comparisonTable(comparison, titles, now);
  const [copied, setCopied] = useState(false);
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={async () => {
          const worked = await copyText(tabbedOf(table()));
          setCopied(worked);
          announce(
            worked
              ? 'The comparison is on the clipboard.'
              : 'The clipboard cannot be used here. Download the CSV.',
          );
        }}
      >
        Copy as table
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => saveFile('milepost-comparison.csv', 'text/csv', csvOf(table()))}
      >
        Download CSV
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() =>
          saveFile(
            'milepost-comparison.json',
            'application/json',
            JSON.stringify({ titles, ...comparison }, null, 2),
          )
        }
      >
        Download JSON
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPrinter size={14} aria-hidden />}
        onClick={() => window.print()}
      >
        Print
      </Button>
    </>
  );
}
