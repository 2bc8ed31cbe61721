import { Button, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { formatBytes, formatNumber, plural } from '#shared/formats.ts';
import { api } from '../api/api.ts';
import { Ago } from '../ui/ago.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { TableHead } from '../ui/table-head.tsx';
import classes from './activity.module.css';

const STEP = 50;

/** What assistants read, newest first; empty where they read nothing. */
export function AssistantReads() {
  const reads = useInfiniteQuery({
    queryKey: ['assistants', 'reads'],
    queryFn: ({ pageParam }) =>
      api.assistants.reads({ limit: STEP, ...(pageParam === null ? {} : { before: pageParam }) }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.hasMore ? last.rows.at(-1)?.at : undefined),
  });
  const rows = reads.data?.pages.flatMap((page) => page.rows) ?? [];
  if (reads.isLoadingError) return <NotRead of={reads} title="What assistants read could not be read" />;
  const [last] = rows;
  if (last === undefined) return null;
  return (
    <details className={classes.assistants}>
      <summary>
        Assistants:{' '}
        {reads.hasNextPage ? `${formatNumber(rows.length)} reads and more` : plural(rows.length, 'read')},
        last <Ago at={last.at} />
      </summary>
      <Table.ScrollContainer minWidth={600}>
        <Table aria-label="Assistant reads" layout="fixed" className={classes.table}>
          <TableHead
            columns={[
              { name: 'Time', w: 100 },
              { name: 'Assistant', w: 150 },
              'Request',
              { name: 'Rows', w: 90, ta: 'right' },
              { name: 'Size', w: 80, ta: 'right' },
            ]}
          />
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.readId}>
                <Table.Td>
                  <Ago at={row.at} />
                </Table.Td>
                <Table.Td className={classes.wrap}>{row.client || 'Not named'}</Table.Td>
                <Table.Td className={classes.wrap}>
                  <code className={classes.path}>{row.tool}</code>
                  <div className={classes.notice}>{row.input}</div>
                </Table.Td>
                <Table.Td ta="right">{row.rows === null ? 'refused' : formatNumber(row.rows)}</Table.Td>
                <Table.Td ta="right">{formatBytes(row.bytes)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {reads.hasNextPage && (
        <Button size="sm" loading={reads.isFetchingNextPage} onClick={() => void reads.fetchNextPage()}>
          Load older reads
        </Button>
      )}
    </details>
  );
}
