import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WalletLine } from '#shared/contract/wallet.ts';
import { plainDate } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { bankLabel } from '#shared/wallet/transfer-table.ts';
import { api } from '../api/api.ts';
import { useWalletChange } from '../records/wallet/wallet-change.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { DateField } from '../ui/forms/date-field.tsx';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';
import { announce } from '../ui/status-messages.ts';
import { BankField, ProgrammeField, useOtherProgrammes } from './account-fields.tsx';
import { type LineProblems, NO_LINE, readLine, type TypedLine, typedLine } from './transfer-form.ts';

type TransferFieldsProps = {
  /** The line that is changed; null for a new one. */
  line: WalletLine | null;
  onDone: () => void;
};

/** The user's line of the transfer table. */
export function TransferFields({ line, onDone }: TransferFieldsProps) {
  const [typed, setTyped] = useState<TypedLine>(() => (line === null ? NO_LINE : typedLine(line)));
  const others = useOtherProgrammes();
  const [problems, setProblems] = useState<LineProblems>({});
  const save = useWalletChange(api.wallet.saveTransfer);
  const reset = useWalletChange(api.wallet.resetTransfer);
  const write = (part: Partial<TypedLine>) => {
    setTyped({ ...typed, ...part });
    setProblems({});
  };
  const done = () => {
    announce('The transfer was saved.');
    onDone();
  };
  const saveAs = (offered: boolean) => {
    const read = readLine(typed, others);
    setProblems(read.problems);
    if (read.line !== null && !save.isPending) save.mutate({ ...read.line, offered }, { onSuccess: done });
  };
  const field = (name: Exclude<keyof LineProblems, 'bank' | 'programme' | 'bonusUntil'>, label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      placeholder={NO_LINE[name] === '' ? 'none' : undefined}
      value={typed[name]}
      error={problems[name]}
      onChange={(event) => write({ [name]: event.currentTarget.value })}
    />
  );
  const failed = [save, reset].find((act) => act.isError);
  return (
    <Form onSubmit={() => saveAs(true)} aria-label="Transfer">
      <Stack gap="sm">
        {line?.facts && (
          <Text c="dimmed">
            {[line.facts.note, `${line.facts.source}, ${plainDate(line.facts.asOf)}`]
              .filter((words) => words !== null)
              .map((words) => `${words}.`)
              .join(' ')}
          </Text>
        )}
        {line === null && (
          <Group grow align="start">
            <BankField value={typed.bank} error={problems.bank} onChange={(bank) => write({ bank })} />
            <ProgrammeField
              value={typed.programme}
              error={problems.programme}
              onChange={(programme) => write({ programme })}
            />
          </Group>
        )}
        <Group grow align="start">
          {field('points', 'Points')}
          {field('miles', 'become miles')}
          {field('minimum', 'At least')}
          {field('step', 'In steps of')}
        </Group>
        {/* What whole blocks of points give beside the ratio. */}
        <Group grow align="start">
          {field('blockMiles', 'Miles more')}
          {field('blockPoints', 'for every points at once')}
        </Group>
        <Group grow align="start">
          {field('bonusPercent', 'Bonus, per cent')}
          <DateField
            label="Last day of the bonus"
            pickLabel="Pick the last day of the bonus"
            value={typed.bonusUntil}
            error={problems.bonusUntil}
            onChange={(bonusUntil) => write({ bonusUntil })}
          />
        </Group>
        {failed && <FailureNotice error={failed.error} title="The transfer was not saved" />}
        <DialogButtons
          leave={{ label: 'Cancel', onLeave: onDone }}
          more={
            <>
              {line?.offered && (
                <Button disabled={save.isPending} onClick={() => saveAs(false)}>
                  Not offered any more
                </Button>
              )}
              {line !== null && line.changedAt !== null && (
                <Button
                  loading={reset.isPending}
                  onClick={() =>
                    reset.mutate({ bank: line.bank, programme: line.programme }, { onSuccess: done })
                  }
                >
                  {line.shipped
                    ? 'Back to the shipped line'
                    : `Delete ${bankLabel(line.bank)} to ${programmeLabel(line.programme)}`}
                </Button>
              )}
            </>
          }
        >
          <Button variant="filled" type="submit" loading={save.isPending}>
            Save transfer
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}
