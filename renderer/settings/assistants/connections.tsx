import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '#shared/formats.ts';
import { Ago } from '../../ui/ago.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { connectionsQuery } from '../queries.ts';

/** Which programs connected; nothing while none has. */
export function Connections() {
  const { data, isError, error } = useQuery(connectionsQuery);
  if (isError) return <FailureNotice error={error} title="The connections could not be read" />;
  if (data === undefined || data.length === 0) return null;
  return (
    <>
      <Table aria-label="Connected assistants" layout="fixed">
        <TableHead
          columns={[
            'Assistant',
            { name: 'Connected', w: 130 },
            { name: 'Last read', w: 130 },
            { name: 'Reads', w: 80, ta: 'right' },
          ]}
        />
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
      <Text>
        What they read stands in <PageLink href="/activity">Activity</PageLink>.
      </Text>
    </>
  );
}
