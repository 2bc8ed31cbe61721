import { Table, Text } from '@mantine/core';
import type { McpReport } from '#shared/contract/program/connections.ts';
import { TableHead } from '../../ui/table-head.tsx';
import classes from './connections.module.css';

/** Which listed tool covers which part of the catalogue, and why. */
export function McpRoles({ roles }: { roles: McpReport['roles'] }) {
  return (
    <Table aria-label="Roles covered by tools" className={classes.roles} verticalSpacing={6}>
      <TableHead columns={['Role', 'Tool']} />
      <Table.Tbody>
        {roles.map(({ role, words, tool, why }) => (
          <Table.Tr key={role}>
            <Table.Td>{words}</Table.Td>
            <Table.Td>
              {tool === null ? <Text>HTTP</Text> : <code className={classes.name}>{tool}</code>}
              <Text size="xs" c="dimmed">
                {why}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
