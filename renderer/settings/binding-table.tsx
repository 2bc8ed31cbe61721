import { Button, Group, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { z } from 'zod';
import type { bindingSchema } from '#shared/contract/catalogue.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { lazyPart } from '../ui/lazy-part.ts';
import { announce } from '../ui/status-messages.ts';
import { TableHead } from '../ui/table-head.tsx';
import classes from './settings.module.css';

const BindingDialog = lazyPart(async () => (await import('./binding-dialog.tsx')).BindingDialog);

type Binding = z.infer<typeof bindingSchema>;

const BY: Record<NonNullable<Binding['bound']>['by'], string> = {
  contract: 'by the contract',
  words: 'by its words',
  user: 'by you',
};

/** Each role with its operation and the reason, or why it has none; another one may be chosen. */
export function BindingTable({ roles, operations }: { roles: readonly Binding[]; operations: number }) {
  const [choosing, setChoosing] = useState<Binding | null>(null);
  const changed = () => void queryClient.invalidateQueries({ queryKey: ['marketplace'] });
  const release = useMutation({
    mutationFn: (role: string) => api.marketplace.release({ role }),
    onSuccess: (_, role) => {
      announce(`${role} follows the rule again.`);
      changed();
    },
  });
  return (
    <>
      <NotDone of={release} title="The role was not released" />
      <Table aria-label="Operations" className={classes.bindings} verticalSpacing={8}>
        <TableHead columns={['Role', 'Operation']} />
        <Table.Tbody>
          {roles.map((role) => (
            <Table.Tr key={role.role}>
              <Table.Td>
                <Text fw={500}>{role.role}</Text>
                <Text size="xs" c="dimmed">
                  {role.words}
                </Text>
              </Table.Td>
              <Table.Td>
                {role.bound ? (
                  <Text component="div">
                    <code>
                      {role.bound.method.toUpperCase()} {role.bound.path}
                    </code>{' '}
                    <Text span size="xs" c="dimmed">
                      {BY[role.bound.by]}
                    </Text>
                  </Text>
                ) : (
                  <Text fw={500} c="var(--warn)">
                    Not bound: this part is off
                  </Text>
                )}
                <Text size="xs" c="dimmed">
                  {role.why}
                </Text>
                {role.bound?.answer && (
                  <details className={classes.answer}>
                    <summary>
                      {role.bound.answer.declared
                        ? 'What is read of its answer'
                        : 'What is read of its answer, which it does not declare'}
                    </summary>
                    <ul>
                      {role.bound.answer.lines.map((line) => (
                        <li key={line}>{line}</li>
                      ))}
                    </ul>
                  </details>
                )}
                <Group gap="xs" mt={6}>
                  <Button
                    size="compact-xs"
                    aria-label={`Choose the operation for ${role.role}`}
                    disabled={operations === 0}
                    onClick={() => setChoosing(role)}
                  >
                    Choose…
                  </Button>
                  {(role.bound?.by === 'user' || role.why.startsWith('You bound it')) && (
                    <Button
                      size="compact-xs"
                      aria-label={`Let Milepost decide ${role.role}`}
                      loading={release.isPending}
                      onClick={() => release.mutate(role.role)}
                    >
                      Let Milepost decide
                    </Button>
                  )}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {choosing !== null && (
        <Suspense fallback={null}>
          <BindingDialog
            role={choosing}
            onClose={() => {
              setChoosing(null);
              changed();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
