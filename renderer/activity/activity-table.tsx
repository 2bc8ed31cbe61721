import { Table } from '@mantine/core';
import type { ActivityRow } from '#shared/contract/activity.ts';
import { Ago } from '../components/ago.tsx';
import { RequestId } from '../components/request-id.tsx';
import { Tag } from '../components/tag.tsx';
import classes from './activity.module.css';
import { durationWords, sizeWords, statusWords } from './activity-words.ts';

/** Requests, one a row; what its answer's headers said stands below the path. */
export function ActivityTable({ rows }: { rows: readonly ActivityRow[] }) {
  return (
    <Table.ScrollContainer minWidth={930} type="native">
      <Table aria-label="Activity" layout="fixed" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={108}>Time</Table.Th>
            <Table.Th w={104}>Role</Table.Th>
            <Table.Th>Request</Table.Th>
            <Table.Th w={104}>Status</Table.Th>
            <Table.Th w={84} ta="right">
              Duration
            </Table.Th>
            <Table.Th w={80} ta="right">
              Size
            </Table.Th>
            <Table.Th w={68} ta="right">
              Attempt
            </Table.Th>
            <Table.Th w={204}>Request id</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>
                <Ago at={row.at} />
              </Table.Td>
              <Table.Td className={classes.wrap}>{row.role}</Table.Td>
              <Table.Td className={classes.wrap} title={row.origin + row.path}>
                <code>
                  {row.method} {row.path}
                </code>
                {row.notices.map((notice) => (
                  <div key={notice} className={classes.notice}>
                    {notice}
                  </div>
                ))}
              </Table.Td>
              <Table.Td>
                <Tag
                  tone={row.errorCode === null && row.status !== null && row.status < 400 ? 'good' : 'bad'}
                >
                  {statusWords(row.status)}
                </Tag>
                {row.errorCode !== null && <div className={classes.code}>{row.errorCode}</div>}
              </Table.Td>
              <Table.Td ta="right">{durationWords(row.durationMs)}</Table.Td>
              <Table.Td ta="right">{sizeWords(row.bytes)}</Table.Td>
              <Table.Td ta="right">{row.attempt}</Table.Td>
              <Table.Td>
                <RequestId id={row.requestId ?? row.requestIdSent} />
                {row.requestId !== null && row.requestId !== row.requestIdSent && (
                  <div className={classes.notice}>
                    sent as <RequestId id={row.requestIdSent} what="request id that was sent" />
                  </div>
                )}
                {row.requestId === null && <div className={classes.notice}>as sent; none came back</div>}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
