import { Table } from '@mantine/core';
import type { ActivityRow } from '#shared/contract/program/activity.ts';
import { formatBytes } from '#shared/formats.ts';
import { Ago } from '../ui/ago.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { TableHead } from '../ui/table-head.tsx';
import { Tag } from '../ui/tag.tsx';
import classes from './activity.module.css';
import { durationLabel, statusLabel } from './activity-labels.ts';

/** Requests, one per row; ids and notices from the answer's headers are below the path. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table aria-label="Activity" layout="fixed" className={classes.table}>
        <TableHead
          columns={[
            { name: 'Time', w: 100 },
            { name: 'Role', w: 96 },
            'Request',
            { name: 'Status', w: 112 },
            { name: 'Duration', w: 82, ta: 'right' },
            { name: 'Size', w: 80, ta: 'right' },
          ]}
        />
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Ago at={row.at} />
              </Table.Td>
              <Table.Td className={classes.wrap}>{row.role}</Table.Td>
              <Table.Td className={classes.wrap}>
                <code className={classes.path} title={row.origin + row.path}>
                  {row.method} {row.path}
                </code>
                {row.notices.map((notice) => (
                  <div key={notice} className={classes.notice}>
                    {notice}
                  </div>
                ))}
                <details className={classes.notice}>
                  <summary>Details</summary>
                  <RequestIds row={row} />
                </details>
              </Table.Td>
              <Table.Td>
                <Tag
                  tone={row.errorCode === null && row.status !== null && row.status < 400 ? 'good' : 'bad'}
                >
                  {statusLabel(row.status)}
                </Tag>
                {row.errorCode !== null && <div className={classes.code}>{row.errorCode}</div>}
                {row.attempt > 1 && <div className={classes.notice}>attempt {row.attempt}</div>}
              </Table.Td>
              <Table.Td ta="right">{durationLabel(row.durationMs)}</Table.Td>
              <Table.Td ta="right">{formatBytes(row.bytes)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The id in the service's answer, and the one that was sent where it differs. */
function RequestIds({ row: { requestId, requestIdSent } }: { row: ActivityRow }) {
  if (requestId === null)
    return (
      <div className={classes.notice}>
        <RequestId id={requestIdSent} /> as sent; none came back
      </div>
    );
  return (
    <>
      <div className={classes.notice}>
        <RequestId id={requestId} />
      </div>
      {requestId !== requestIdSent && (
        <div className={classes.notice}>
          sent as <RequestId id={requestIdSent} what="request id that was sent" />
        </div>
      )}
    </>
  );
}
