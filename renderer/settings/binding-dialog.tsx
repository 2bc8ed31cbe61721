import { Button, Modal, NativeSelect, Radio, ScrollArea, Stack, Table, Text, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { FailureNotice, NotDone, NotRead } from '../ui/failure-notice.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { announce } from '../ui/status-messages.ts';
import { TableHead } from '../ui/table-head.tsx';

type BindingDialogProps = {
  role: { role: string; words: string; bound: { operationId: string; by: string } | null };
  onClose: () => void;
};

const NONE = '';

/**
 * Binds a role by hand: the operation, its members beside the role's, and the confirmation outside the page.
 */
export function BindingDialog({ role, onClose }: BindingDialogProps) {
  const [find, setFind] = useState('');
  const [operationId, setOperationId] = useState<string | null>(
    role.bound?.by === 'user' ? role.bound.operationId : null,
  );
  const [members, setMembers] = useState<Record<string, string | null> | null>(null);
  const [answer, setAnswer] = useState<Record<string, string> | null>(null);
  const operations = useQuery({
    queryKey: ['marketplace', 'operations', role.role, find],
    queryFn: () => api.marketplace.operations({ role: role.role, find }),
    placeholderData: keepPreviousData,
  });
  const proposal = useQuery({
    queryKey: ['marketplace', 'proposal', role.role, operationId, members, answer],
    queryFn: () =>
      api.marketplace.propose({ role: role.role, operationId: operationId ?? '', members, answer }),
    enabled: operationId !== null,
    placeholderData: keepPreviousData,
  });
  const shown = operationId !== null && proposal.data?.operationId === operationId ? proposal.data : null;
  const bind = useMutation({
    mutationFn: () =>
      api.marketplace.bind({
        role: role.role,
        operationId: operationId ?? '',
        members: shown?.map ?? null,
        answer: shown?.choices ?? null,
      }),
    onSuccess: () => announce(`${role.role} is bound to ${operationId}.`),
  });
  const choose = (id: string) => {
    setOperationId(id);
    setMembers(null);
    setAnswer(null);
    bind.reset();
  };
  return (
    <Modal opened onClose={onClose} size="xl" title={`Choose the operation for ${role.role}`}>
      <Stack gap="sm">
        <Text>{role.words}</Text>
        <TextInput
          label="Find an operation"
          description="Words of its name, method, path or summary"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <NotRead of={operations} title="The operations cannot be shown" />
        <ScrollArea.Autosize mah={220}>
          <Radio.Group label="Operation" value={operationId ?? NONE} onChange={choose}>
            <Stack gap={6} mt={4}>
              {operations.data?.operations.map((one) => (
                <Radio
                  key={one.operationId}
                  size="xs"
                  value={one.operationId}
                  label={`${one.method} ${one.path}`}
                  description={one.refusal === null ? one.summary : `Cannot be bound: ${one.refusal}.`}
                />
              ))}
            </Stack>
          </Radio.Group>
        </ScrollArea.Autosize>
        {operations.data?.operations.length === 0 && <Text>No operation has these words.</Text>}
        {proposal.isLoadingError && operationId !== null && (
          <FailureNotice error={proposal.error} title="The operation cannot be shown" />
        )}
        {shown !== null && (
          <>
            <Table aria-label="Members" verticalSpacing={6}>
              <TableHead columns={['Milepost gives', 'The operation takes']} />
              <Table.Tbody>
                {shown.wanted.map(({ name, needed }) => (
                  <Table.Tr key={name}>
                    <Table.Td>{needed ? name : `${name} (optional)`}</Table.Td>
                    <Table.Td>
                      <NativeSelect
                        size="xs"
                        aria-label={`Member for ${name}`}
                        value={shown.map[name] ?? NONE}
                        onChange={(event) =>
                          setMembers({ ...shown.map, [name]: event.currentTarget.value || null })
                        }
                        data={[
                          { value: NONE, label: needed ? 'Choose a member' : 'Leave it out' },
                          ...shown.members.map((one) => ({
                            value: one.name,
                            label: one.required
                              ? `${one.name} (${one.place}, required)`
                              : `${one.name} (${one.place})`,
                          })),
                        ]}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {shown.members
              .filter(
                (one) => one.required && one.fixed !== null && !Object.values(shown.map).includes(one.name),
              )
              .map((one) => (
                <Text size="xs" c="dimmed" key={one.name}>
                  Milepost fills in <code>{one.name}</code>: <code>{one.fixed}</code>
                </Text>
              ))}
            {shown.answer.length > 0 && (
              <AnswerTable
                fields={shown.answer}
                onChoose={(name, pointer) => {
                  // What a field is made of depends on where it is.
                  const others = Object.entries(shown.choices).filter(
                    ([key]) => key !== name && !key.startsWith(`${name}.`),
                  );
                  setAnswer(Object.fromEntries([...others, ...(pointer === '' ? [] : [[name, pointer]])]));
                }}
              />
            )}
            {shown.refusal !== null && <Text role="alert">It cannot be bound so: {shown.refusal}.</Text>}
          </>
        )}
        <NotDone of={bind} title="The role was not bound" />
        {bind.isSuccess && shown !== null && <Text role="status">It is bound.</Text>}
        <DialogButtons leave={{ label: 'Close', onLeave: onClose }}>
          <Button
            variant="filled"
            disabled={shown === null || shown.refusal !== null || bind.isSuccess}
            loading={bind.isPending}
            onClick={() => bind.mutate()}
          >
            Bind
          </Button>
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

type AnswerField = {
  name: string;
  label: string;
  needed: boolean;
  at: string | null;
  options: readonly { pointer: string; type: string }[];
};

/** Where the answer holds what the role needs: as Milepost read it from the document, or as the user says. */
function AnswerTable({
  fields,
  onChoose,
}: {
  fields: readonly AnswerField[];
  onChoose: (name: string, pointer: string) => void;
}) {
  return (
    <Table aria-label="Answer" verticalSpacing={6}>
      <TableHead columns={['Milepost needs', 'The answer holds it at']} />
      <Table.Tbody>
        {fields.map(({ name, label, needed, at, options }) => (
          <Table.Tr key={name}>
            <Table.Td>{needed ? label : `${label} (optional)`}</Table.Td>
            <Table.Td>
              <NativeSelect
                size="xs"
                aria-label={`Place of ${label}`}
                value={at ?? NONE}
                onChange={(event) => onChoose(name, event.currentTarget.value)}
                data={[
                  { value: NONE, label: needed ? 'Choose a place' : 'None' },
                  ...(at === null || options.some(({ pointer }) => pointer === at)
                    ? []
                    : [{ value: at, label: at }]),
                  ...options.map(({ pointer, type }) => ({ value: pointer, label: `${pointer} (${type})` })),
                ]}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
