import { Button, Menu, Modal, NativeSelect, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { CsvStyle } from '#shared/csv.ts';
import { csvStyle, type FormatChoice } from '#shared/formats.ts';
import { useSavedPreferences } from '../status/save-preferences.ts';
import { DialogButtons } from '../ui/forms/dialog-buttons.tsx';
import { Form } from '../ui/forms/form.tsx';

const NAMES: Readonly<Record<CsvStyle, string>> = {
  comma: 'Comma, 1234.5',
  semicolon: 'Semicolon, 1234,5',
  'semicolon, point': 'Semicolon, 1234.5',
  tab: 'Tab, 1234.5',
  'tab, comma': 'Tab, 1234,5',
};

export const CSV_CHOICES: readonly { value: FormatChoice['csv']; label: string }[] = [
  { value: 'system', label: 'As the system' },
  ...Object.entries(NAMES).map(([value, label]) => ({ value: value as CsvStyle, label })),
];

/** The item of a menu that exports CSV in another style, and the dialog that it opens. */
export function useCsvDialog(onExport: (style: CsvStyle) => void): { item: ReactNode; dialog: ReactNode } {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return {
    item: <Menu.Item onClick={() => setOpened(true)}>Separator and decimals…</Menu.Item>,
    dialog: (
      <Modal opened={opened} onClose={close} title="CSV for your spreadsheet">
        <CsvForm
          onClose={close}
          onExport={(style) => {
            close();
            onExport(style);
          }}
        />
      </Modal>
    ),
  };
}

type CsvFormProps = { onClose: () => void; onExport: (style: CsvStyle) => void };

function CsvForm({ onClose, onExport }: CsvFormProps) {
  const { preferences, save } = useSavedPreferences();
  const [chosen, setChosen] = useState<FormatChoice['csv']>(preferences.formats.csv);
  const submit = () => {
    const { label = '' } = CSV_CHOICES.find(({ value }) => value === chosen) ?? {};
    if (chosen !== preferences.formats.csv)
      save((now) => ({ formats: { ...now.formats, csv: chosen } }), `CSV files: ${label.toLowerCase()}.`);
    onExport(csvStyle(chosen));
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect
          label="Separator and decimals"
          description={`As the system: ${NAMES[csvStyle('system')].toLowerCase()}. If a file opens in one column, choose another. An apostrophe is written before texts that a spreadsheet would change or run.`}
          data-autofocus
          data={CSV_CHOICES.map((each) => ({ ...each }))}
          value={chosen}
          onChange={({ currentTarget }) => {
            const choice = CSV_CHOICES.find(({ value }) => value === currentTarget.value);
            if (choice !== undefined) setChosen(choice.value);
          }}
        />
        <DialogButtons leave={{ label: 'Cancel', onLeave: onClose }}>
          <Button variant="filled" type="submit">
            Export CSV
          </Button>
        </DialogButtons>
      </Stack>
    </Form>
  );
}
