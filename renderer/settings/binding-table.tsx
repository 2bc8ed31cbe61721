import { NativeSelect, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { bindingSchema } from '#shared/contract/catalogue.ts';
import { api } from '../api/api.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { announce } from '../components/status-words.ts';
import classes from './settings.module.css';

type Binding = z.infer<typeof bindingSchema>;
type Operation = { operationId: string; method: string; path: string; summary: string };

const BY: Record<NonNullable<Binding['bound']>['by'], string> = {
  contract: 'by the contract',
  words: 'by its words',
  person: 'by you',
};

/** Each role with the operation it is bound to and why, or why none; another one may be chosen. */
export function BindingTable({
  roles,
  operations,
}: {
  roles: readonly Binding[];
  operations: readonly Operation[];
}) {
  const queries = useQueryClient();
  const bind = useMutation({
    mutationFn: (choice: { role: string; operationId: string | null }) => api.marketplace.bind(choice),
    onSuccess: (_, { role, operationId }) => {
      announce(
        operationId === null ? `${role} follows the rule again.` : `${role} is bound to ${operationId}.`,
      );
      void queries.invalidateQueries({ queryKey: ['marketplace'] });
    },
  });
  return (
    <>
      {bind.isError && <FailureNotice error={bind.error} title="The role was not bound" />}
      <Table aria-label="Operations" className={classes.bindings} verticalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Role</Table.Th>
            <Table.Th>Operation</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {roles.map((role) => (
            <Table.Tr key={role.role}>
              <Table.Td>
                <Text size="sm" fw={500}>
                  {role.role}
                </Text>
                <Text size="xs" c="dimmed">
                  {role.words}
                </Text>
              </Table.Td>
              <Table.Td>
                {role.bound ? (
                  <Text size="sm" component="div">
                    <code>
                      {role.bound.method.toUpperCase()} {role.bound.path}
                    </code>{' '}
                    <span className={classes.by}>{BY[role.bound.by]}</span>
                  </Text>
                ) : (
                  <Text size="sm" fw={500} className={classes.unbound}>
                    Not bound: this part is off
                  </Text>
                )}
                <Text size="xs" c="dimmed">
                  {role.why}
                </Text>
                <NativeSelect
                  size="xs"
                  mt={6}
                  aria-label={`Choose the operation for ${role.role}`}
                  disabled={bind.isPending || operations.length === 0}
                  value={role.bound?.by === 'person' ? role.bound.operationId : ''}
                  onChange={(event) =>
                    bind.mutate({ role: role.role, operationId: event.currentTarget.value || null })
                  }
                  data={[
                    { value: '', label: 'Let Milepost decide' },
                    ...operations.map((operation) => ({
                      value: operation.operationId,
                      label: `${operation.method.toUpperCase()} ${operation.path} (${operation.operationId})`,
                    })),
                  ]}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}
