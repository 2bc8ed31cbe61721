import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { amountLabel, readAmount } from '#shared/money.ts';
import { type ApprovalChoice, isAsStrict } from '#shared/purchase/approval-choice.ts';
import { api } from '../api/api.ts';
import { useReplacing } from '../api/use-replacing.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { Form } from '../ui/forms/form.tsx';
import { OutsideConfirmation } from '../ui/outside-confirmation.tsx';
import { announce } from '../ui/status-messages.ts';
import { settingsQuery } from './queries.ts';

const CHOICES: { value: ApprovalChoice['ask']; label: string }[] = [
  { value: 'burst', label: 'Many approvals in a minute' },
  { value: 'first', label: 'Also the first approval after each start' },
  { value: 'above', label: 'Also approvals above an amount' },
  { value: 'always', label: 'Every approval' },
];

/** Which approvals the user confirms outside this window as well. */
export function ApprovalsFields({ approvals, currency }: { approvals: ApprovalChoice; currency: string }) {
  const held = approvals.ask === 'above' ? amountLabel(approvals.amount).split(' ')[1] : undefined;
  const [ask, setAsk] = useState(approvals.ask);
  const [typed, setTyped] = useState(held ?? '');
  const [hasProblem, setHasProblem] = useState(false);
  const save = useReplacing(
    settingsQuery,
    (choice: ApprovalChoice) => api.settings.setApprovals({ choice }),
    () => announce('Confirmations saved.'),
  );
  const amount = readAmount(typed, approvals.ask === 'above' ? approvals.amount.currency : currency);
  const choice: ApprovalChoice | null =
    ask === 'above' ? (amount === undefined ? null : { ask, amount }) : { ask };
  const submit = () => {
    setHasProblem(choice === null);
    if (choice !== null) save.mutate(choice);
  };
  return (
    <Form onSubmit={submit}>
      <Group gap="xs" align="end">
        <NativeSelect
          label="Confirm outside this window"
          data={CHOICES}
          value={ask}
          onChange={({ currentTarget }) =>
            setAsk(CHOICES.find(({ value }) => value === currentTarget.value)?.value ?? 'burst')
          }
        />
        {ask === 'above' && (
          <TextInput
            label="Above"
            value={typed}
            inputMode="decimal"
            error={hasProblem && amount === undefined && 'Type an amount, such as 0.50.'}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          loading={save.isPending}
          disabled={choice !== null && JSON.stringify(choice) === JSON.stringify(approvals)}
        >
          Save
        </Button>
      </Group>
      {save.isPending && choice !== null && !isAsStrict(approvals, choice) && <OutsideConfirmation />}
      <NotDone of={save} title="It was not changed" />
    </Form>
  );
}
