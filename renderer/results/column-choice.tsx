import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { COLUMN_NAMES } from './record-columns.tsx';

type ColumnChoiceProps = {
  hidden: readonly string[];
  /** The cabin is told once for all rows, so its column is left out. */
  cabinStated: boolean;
  onHide: (hidden: string[]) => void;
};

/** Which columns are shown; the date always is, because it opens the record. */
export function ColumnChoice({ hidden, cabinStated, onHide }: ColumnChoiceProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label="Choose columns" title="Choose columns">
          <IconColumns size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={8}>
          {COLUMN_NAMES.filter(({ id }) => !(cabinStated && id === 'cabin')).map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={!hidden.includes(id)}
              onChange={(event) =>
                onHide(event.currentTarget.checked ? hidden.filter((each) => each !== id) : [...hidden, id])
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
