import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { Ago } from '../ui/ago.tsx';
import { NotRead } from '../ui/failure-notice.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { outputPath } from '../ui/screen-paths.ts';
import { TableHead } from '../ui/table-head.tsx';
import classes from './outputs.module.css';

/** Outputs of Tools other than the award search; nothing where there are none. */
export function OtherOutputs() {
  const stored = useQuery({ queryKey: ['purchases', 'outputs'], queryFn: () => api.outputs.list({}) });
  if (stored.isLoadingError) return <NotRead of={stored} title="Outputs not read" />;
  const others = stored.data?.items.filter(({ runId }) => runId === null) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={classes.stored}>
      <h2>Other Tools</h2>
      <Table.ScrollContainer minWidth={480}>
        <Table aria-label="Outputs of other Tools" highlightOnHover verticalSpacing="sm">
          <TableHead columns={['Request', 'Tool', 'Received']} />
          <Table.Tbody>
            {others.map((output) => (
              <Table.Tr key={output.purchaseId}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <PageLink underline="hover" href={outputPath(output.purchaseId)} fw={500}>
                    {output.title}
                  </PageLink>
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{output.toolTitle}</Table.Td>
                <Table.Td>
                  <Ago at={output.receivedAt} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
