import { Anchor, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatNumber } from '#shared/formats.ts';
import { Ago } from '../../ui/ago.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { connectionsQuery } from './assistants-query.ts';

/** Which programs connected; nothing while none has. */
export function Connections() {
  const { data, isError, error } = useQuery(connectionsQuery);
  if (isError) return <FailureNotice error={error} title="The connections could not be read" />;
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Table aria-label="Connected assistants" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Assistant</Table.Th>
            <Table.Th w={130}>Connected</Table.Th>
            <Table.Th w={130}>Last read</Table.Th>
            <Table.Th w={80} ta="right">
              Reads
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.map((one) => (
            <Table.Tr key={one.connectionId}>
              <Table.Td>
                {one.name || 'Not named'} {one.version}
              </Table.Td>
              <Table.Td>
                <Ago at={one.connectedAt} />
              </Table.Td>
              <Table.Td>{one.reads === 0 ? '–' : <Ago at={one.lastAt} />}</Table.Td>
              <Table.Td ta="right">{formatNumber(one.reads)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm">
        What they read stands in{' '}
        <Anchor component={Link} href="/activity" inherit underline="always">
          Activity
        </Anchor>
        .
      </Text>
    </>
  );
}
