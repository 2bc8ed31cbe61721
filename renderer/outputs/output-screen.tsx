import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { ToolOutput } from '#shared/contract/outputs.ts';
import { csvOf, UTF8_MARK } from '#shared/csv.ts';
import { utcDay } from '#shared/dates.ts';
import { jsonOrText } from '#shared/exact-json.ts';
import { csvStyle, plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { Ago } from '../ui/ago.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice, failureOf, isUnread } from '../ui/failure-notice.tsx';
import { piecesOf } from '../ui/file-pieces.ts';
import { JsonTree } from '../ui/json-tree.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { RequestTable } from '../ui/request-table.tsx';
import { saveAndNotify } from '../ui/save-file.ts';
import { Screen } from '../ui/screen.tsx';
import { purchasePath, runPath } from '../ui/screen-paths.ts';
import { announce } from '../ui/status-messages.ts';
import { mainFigures } from './main-figures.ts';
import { OutputTableView } from './output-table-view.tsx';
import { outputTables, tableCells } from './output-tables.ts';
import classes from './outputs.module.css';

/** The output of one Call: `/results/output?purchase=…`. Read from the file, whatever the network does. */
export function OutputScreen() {
  const purchaseId = new URLSearchParams(useSearch()).get('purchase') ?? '';
  const stored = useQuery({
    queryKey: ['purchases', 'output', purchaseId],
    queryFn: () => wholeOutput(purchaseId),
    enabled: purchaseId !== '',
  });
  if (purchaseId === '')
    return (
      <Screen title="Output">
        <EmptyState
          title="This address names no purchase"
          action={
            <Button variant="filled" component={Link} href="/purchases" size="xs">
              Choose a purchase
            </Button>
          }
        />
      </Screen>
    );
  if (isUnread(stored))
    return (
      <Screen title="Output">
        <FailureNotice error={stored.error} title="No output" onRetry={() => void stored.refetch()} />
      </Screen>
    );
  if (!stored.data)
    return (
      <Screen title="Output">
        <LoadingState words="Reading what was stored…" />
      </Screen>
    );
  return <Output stored={stored.data} />;
}

/** An output with its text as it came, and its value: the text itself where it is no JSON, or nests too deep to be shown. */
type WholeOutput = ToolOutput & { text: string; output: unknown };

async function wholeOutput(purchaseId: string): Promise<WholeOutput> {
  const stored = await api.outputs.read({ purchaseId });
  let text = '';
  for await (const piece of piecesOf((offset) => api.outputs.text({ purchaseId, offset })))
    text += piece.text;
  return { ...stored, text, output: jsonOrText(text) };
}

function Output({ stored }: { stored: WholeOutput }) {
  const tables = useMemo(
    () => outputTables(stored.output, stored.outputSchema),
    [stored.output, stored.outputSchema],
  );
  const [place, setPlace] = useState<string | null>(null);
  const table = tables.find((one) => one.place === place) ?? tables[0] ?? null;
  const figures = useMemo(() => mainFigures(stored.output), [stored.output]);
  const name = fileName(stored);
  const isText = typeof stored.output === 'string';
  const actions = (
    <Group gap="xs">
      {table && (
        <Button
          size="xs"
          onClick={() => save(`${name}.csv`, 'text/csv', UTF8_MARK + csvOf(tableCells(table), csvStyle()))}
        >
          Download CSV
        </Button>
      )}
      {isText ? (
        <Button size="xs" onClick={() => save(`${name}.txt`, 'text/plain', String(stored.output))}>
          Download text
        </Button>
      ) : (
        <Button size="xs" onClick={() => save(`${name}.json`, 'application/json', stored.text)}>
          Download JSON
        </Button>
      )}
    </Group>
  );
  return (
    <Screen title={stored.toolTitle} actions={actions}>
      {stored.understood === false && (
        <Alert color="orange" mb="sm" title="The answer to this Call was not understood">
          <Text>
            It is shown as it came and stays stored. It may have been charged: the purchase says how it
            stands.
          </Text>
        </Alert>
      )}
      <Group gap="4px 18px" fz={13} c="dimmed">
        <span>
          Received <Ago at={stored.receivedAt} />
        </span>
        <PageLink underline="hover" href={purchasePath(stored.purchaseId)}>
          View purchase
        </PageLink>
        {stored.runId !== null && (
          <PageLink underline="hover" href={runPath(stored.runId)}>
            View award records
          </PageLink>
        )}
      </Group>
      {figures.length > 0 && (
        <dl className={classes.figures} aria-label="Main figures">
          {figures.map(({ name: figure, value }) => (
            <div key={figure}>
              <dt>{figure}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <details className={classes.request}>
        <summary>Request</summary>
        <RequestTable input={stored.input} />
        {stored.requestId && (
          <p>
            Request id <RequestId id={stored.requestId} />
          </p>
        )}
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
                  label: `${one.place || 'whole output'} (${one.rows.length})`,
                }))}
              />
            )}
            <Text span fz={13} c="dimmed">
              {plural(table.rows.length, 'row')}
              {table.place !== '' && tables.length === 1 && (
                <>
                  {' '}
                  in <code>{table.place}</code>
                </>
              )}
            </Text>
          </Group>
          <OutputTableView key={table.place} table={table} />
        </>
      )}
      <section className={classes.whole}>
        <h2>{table ? 'Whole output' : 'Output'}</h2>
        <JsonTree {...(isText ? { value: stored.output } : { text: stored.text })} open={table ? 0 : 3} />
      </section>
    </Screen>
  );
}

/** Saves the output and reports the result. */
function save(name: string, type: string, text: string): void {
  saveAndNotify(name, type, text, 'the output').catch((error: unknown) => announce(failureOf(error).message));
}

/** A file name from the Tool's name and the date, in characters that every system accepts. */
function fileName(stored: ToolOutput): string {
  const tool = stored.toolTitle
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${tool || 'output'}-${utcDay(stored.receivedAt)}`;
}
