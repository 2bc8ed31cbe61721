import { Autocomplete, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { OWNER_NAME_MAX, type Wallet } from '#shared/contract/wallet.ts';
import { formatNumber } from '#shared/formats.ts';
import { DEFAULT_OWNER } from '#shared/wallet/holdings.ts';
import { api } from '../api/api.ts';
import { useWalletChange } from '../records/wallet/wallet-change.ts';
import { NotDone } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import { announce } from '../ui/status-messages.ts';
import { BankField, ProgrammeField, useOtherProgrammes } from './account-fields.tsx';
import { accountLabel } from './account-names.ts';
import { type BalanceProblems, NO_BALANCE, readBalance, sameAccount, typedBalance } from './balance-form.ts';

type BalanceFieldsProps = {
  balances: Wallet['balances'];
  /** The balance that is changed; null for a new one. */
  balance: Wallet['balances'][number] | null;
  onDone: () => void;
};

/** A balance of an account that is there already. */
type Twice = {
  held: Wallet['balances'][number];
  next: NonNullable<ReturnType<typeof readBalance>['balance']>;
};

/** A balance as the user types it: points, account and expiry. */
export function BalanceFields({ balances, balance, onDone }: BalanceFieldsProps) {
  const [typed, setTyped] = useState(() => (balance === null ? NO_BALANCE : typedBalance(balance)));
  const others = useOtherProgrammes();
  const [twice, setTwice] = useState<Twice | null>(null);
  const [problems, setProblems] = useState<BalanceProblems>({});
  const save = useWalletChange(api.wallet.saveBalance);
  const write = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    setProblems({});
    setTwice(null);
  };
  const submit = () => {
    const read = readBalance(typed, others);
    setProblems(read.problems);
    if (read.balance === null || save.isPending) return;
    const { balance: next } = read;
    const held = sameAccount(balances, next, balance?.balanceId ?? null);
    if (balance === null && held !== null) setTwice({ held, next });
    else saveAs(balance?.balanceId ?? null, next);
  };
  const saveAs = (balanceId: string | null, next: Twice['next']) =>
    save.mutate(
      { balanceId, balance: next },
      {
        onSuccess: () => {
          announce(`${accountLabel(next)}: ${formatNumber(next.points)} saved.`);
          onDone();
        },
      },
    );
  return (
    <Form onSubmit={submit} aria-label="Balance">
      <Stack gap="sm">
        <Group grow align="start">
          <NativeSelect
            label="Kind"
            data={[
              { value: 'programme', label: 'Miles of a programme' },
              { value: 'bank', label: 'Points of a bank' },
            ]}
            value={typed.kind}
            onChange={(event) =>
              write({ kind: event.currentTarget.value === 'bank' ? 'bank' : 'programme', name: '' })
            }
          />
          {typed.kind === 'bank' ? (
            <BankField value={typed.name} error={problems.name} onChange={(name) => write({ name })} />
          ) : (
            <ProgrammeField value={typed.name} error={problems.name} onChange={(name) => write({ name })} />
          )}
        </Group>
        <Autocomplete
          label="Whose it is"
          description="Nobody books with the points of another, unless a programme pools them."
          data={[...new Set([DEFAULT_OWNER, ...balances.map(({ owner }) => owner)])]}
          maxLength={OWNER_NAME_MAX}
          value={typed.owner}
          error={problems.owner}
          onChange={(owner) => write({ owner })}
          comboboxProps={{ withinPortal: false }}
        />
        <Group grow align="start">
          <TextInput
            label={typed.kind === 'bank' ? 'Points' : 'Miles'}
            inputMode="numeric"
            placeholder={formatNumber(45_000)}
            value={typed.points}
            error={problems.points}
            onChange={(event) => write({ points: event.currentTarget.value })}
          />
          <DateField
            label="Last day to use them"
            pickLabel="Pick the last day"
            value={typed.expires}
            error={problems.expires}
            onChange={(expires) => write({ expires })}
          />
        </Group>
        <NotDone of={save} title="The balance was not saved" />
        {twice !== null && (
          <Text role="alert">
            {twice.held.owner} has {formatNumber(twice.held.points)} in {accountLabel(twice.held)} already. Is
            this the new balance of that account, or does it come on top?
          </Text>
        )}
        <DialogButtons leave={{ label: 'Cancel', onLeave: onDone }}>
          {twice === null ? (
            <Button variant="filled" type="submit" loading={save.isPending}>
              Save balance
            </Button>
          ) : (
            <>
              <Button disabled={save.isPending} onClick={() => saveAs(null, twice.next)}>
                Add to it
              </Button>
              <Button
                variant="filled"
                loading={save.isPending}
                onClick={() => saveAs(twice.held.balanceId, twice.next)}
              >
                Replace it
              </Button>
            </>
          )}
        </DialogButtons>
      </Stack>
    </Form>
  );
}
