import { Button, Stack, Text, TextInput } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { useState } from 'react';
import { centsText } from '#shared/award-analysis/value.ts';
import type { MileValues } from '#shared/contract/mile-values.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { DialogButtons } from '../../ui/forms/dialog-buttons.tsx';
import { FormSheet } from '../../ui/forms/form-sheet.tsx';
import { announce } from '../../ui/status-messages.ts';
import { storeOf } from '../../ui/store.ts';
import { mileValuesQuery } from '../queries.ts';
import { readMileValues } from './mile-values-form.ts';

type MileValuesEditorProps = {
  /** As they are saved. */
  saved: MileValues;
  /** The programmes shown. */
  programmes: readonly string[];
};

type Draft = { currency: string; typed: Record<string, string> };

/** Typed but unsaved values: they survive Escape and other screens. */
const draft = storeOf<Draft | null>(null);

/** The user's value of a mile of each programme; stored on this machine. */
export function MileValuesEditor({ saved, programmes }: MileValuesEditorProps) {
  const [open, setOpen] = useState(false);
  const show = (opened: boolean) => {
    if (!opened && draft.read() !== null) announce('What you typed stays here until you save it.');
    setOpen(opened);
  };
  return (
    <FormSheet
      label="What a mile is worth"
      icon={<IconCoins size={14} aria-hidden />}
      width={340}
      opened={open}
      onOpen={show}
      tall
    >
      <MileValueFields saved={saved} programmes={programmes} onDone={() => setOpen(false)} />
    </FormSheet>
  );
}

/** The currency, and a field for each programme. */
export function MileValueFields({
  saved,
  programmes,
  onDone,
}: MileValuesEditorProps & { onDone: () => void }) {
  const written = draft.useValue();
  const { currency, typed } = written ?? {
    currency: saved.currency,
    typed: Object.fromEntries(
      saved.values.map(({ programme, perMile }) => [programme, centsText(perMile)]),
    ) as Record<string, string>,
  };
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useReplacing(
    mileValuesQuery,
    (values: MileValues) => api.mileValues.save(values),
    () => {
      draft.set(null);
      announce('Values saved.');
      onDone();
    },
  );
  const names = [...new Set([...programmes, ...saved.values.map(({ programme }) => programme)])].sort();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const read = readMileValues(currency, typed);
        setProblems(read.problems);
        if (read.values !== null) save.mutate(read.values);
      }}
    >
      <Stack gap="xs">
        <Text>Cents per mile, as you see it. A programme left empty has no value; none is guessed.</Text>
        <TextInput
          label="Currency"
          size="xs"
          value={currency}
          error={problems.currency}
          onChange={(event) => draft.set({ currency: event.currentTarget.value, typed })}
        />
        {names.map((programme) => (
          <TextInput
            key={programme}
            label={`${programmeLabel(programme)}, cents per mile`}
            placeholder="no value"
            size="xs"
            inputMode="decimal"
            value={typed[programme] ?? ''}
            error={problems[`programme ${programme}`]}
            onChange={(event) =>
              draft.set({ currency, typed: { ...typed, [programme]: event.currentTarget.value } })
            }
          />
        ))}
        {names.length === 0 && <Text>Choose something to compare: its programmes come here.</Text>}
        <NotDone of={save} title="Values not saved" />
        <DialogButtons
          size="xs"
          leave={{
            label: 'Cancel',
            onLeave: () => {
              draft.set(null);
              onDone();
            },
          }}
        >
          <Button variant="filled" type="submit" size="xs" loading={save.isPending}>
            Save values
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}
