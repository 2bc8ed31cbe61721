import { Anchor, Button, Group, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { ToolOutput } from '#shared/contract/outputs.ts';
import { csvOf } from '#shared/csv.ts';
import { api } from '../api/api.ts';
import { Ago } from '../components/ago.tsx';
import { counted } from '../components/count-words.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { JsonTree } from '../components/json-tree.tsx';
import { LoadingState } from '../components/loading-state.tsx';
import { RequestId } from '../components/request-id.tsx';
import { RequestTable } from '../components/request-table.tsx';
import { saveFile } from '../components/save-file.ts';
import { Screen } from '../components/screen.tsx';
import { purchasePath, runPath } from '../components/screen-paths.ts';
import { OutputTableView } from './output-table-view.tsx';
import { outputTables, tableCells } from './output-tables.ts';
import classes from './outputs.module.css';

/** What one Call gave: `/results/output?purchase=…`. Read from the file, whatever the network does. */
export function OutputScreen() {
  const purchaseId = new URLSearchParams(useSearch()).get('purchase') ?? '';
  const kept = useQuery({
    queryKey: ['purchases', 'output', purchaseId],
    queryFn: () => api.outputs.read({ purchaseId }),
    enabled: purchaseId !== '',
  });
  if (purchaseId === '')
    return (
      <Screen title="Output">
        <EmptyState title="This address names no purchase">Choose one under Purchases.</EmptyState>
      </Screen>
    );
  if (kept.isError)
    return (
      <Screen title="Output">
        <FailureNotice
          error={kept.error}
          title="There is no output to show"
          onRetry={() => void kept.refetch()}
        />
      </Screen>
    );
  if (!kept.data)
    return (
      <Screen title="Output">
        <LoadingState words="Reading what was stored…" />
      </Screen>
    );
  return <Output kept={kept.data} />;
}

function Output({ kept }: { kept: ToolOutput }) {
  const tables = useMemo(
    () => outputTables(kept.output, kept.outputSchema),
    [kept.output, kept.outputSchema],
  );
  const [place, setPlace] = useState<string | null>(null);
  const table = tables.find((one) => one.place === place) ?? tables[0] ?? null;
  const name = fileName(kept);
  const actions = (
    <Group gap="xs">
      {table && (
        <Button
          size="xs"
          variant="default"
          onClick={() => saveFile(`${name}.csv`, 'text/csv', csvOf(tableCells(table)))}
        >
          Download CSV
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        onClick={() => saveFile(`${name}.json`, 'application/json', JSON.stringify(kept.output, null, 2))}
      >
        Download JSON
      </Button>
    </Group>
  );
  return (
    <Screen title={kept.toolTitle} actions={actions}>
      <div className={classes.facts}>
        <span>
          received <Ago at={kept.receivedAt} />
        </span>
        {kept.requestId && (
          <span>
            Request <RequestId id={kept.requestId} />
          </span>
        )}
        <Anchor component={Link} href={purchasePath(kept.purchaseId)} inherit>
          Its purchase
        </Anchor>
        {kept.runId !== null && (
          <Anchor component={Link} href={runPath(kept.runId)} inherit>
            Its award records
          </Anchor>
        )}
      </div>
      <details className={classes.request}>
        <summary>What was asked</summary>
        <RequestTable input={kept.input} />
      </details>
      {table && (
        <>
          <Group gap="sm" my="xs" align="end">
            {tables.length > 1 && (
              <NativeSelect
                size="xs"
                label="List"
                value={table.place}
                onChange={(event) => setPlace(event.currentTarget.value)}
                data={tables.map((one) => ({
                  value: one.place,
                  label: `${one.place || 'the whole output'} (${one.rows.length})`,
                }))}
              />
            )}
            <span className={classes.count}>
              {counted(table.rows.length, 'row')}
              {table.place !== '' && tables.length === 1 && (
                <>
                  {' '}
                  in <code>{table.place}</code>
                </>
              )}
            </span>
          </Group>
          <OutputTableView key={table.place} table={table} />
        </>
      )}
      <section className={classes.whole}>
        <h2>{table ? 'The whole output' : 'Output'}</h2>
        <JsonTree value={kept.output} open={table ? 0 : 3} />
      </section>
    </Screen>
  );
}

/** A file's name from the Tool's and the day it came, in letters that every system takes. */
function fileName(kept: ToolOutput): string {
  const tool = kept.toolTitle
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${tool || 'output'}-${new Date(kept.receivedAt).toISOString().slice(0, 10)}`;
}
