import { ActionIcon, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { COLUMN_NAMES } from '../../records/record-columns.tsx';

type ColumnChoiceProps = {
  hidden: readonly string[];
  /** Rows of several cabins may stand together, so that each row says its own. */
  withCabin: boolean;
  onHide: (hidden: string[]) => void;
};

/** Which columns are shown; the date always is, because it opens the record. */
export function ColumnChoice({ hidden, withCabin, onHide }: ColumnChoiceProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon variant="default" size="lg" aria-label="Choose columns" title="Choose columns">
          <IconColumns size={17} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap={8}>
          {COLUMN_NAMES.filter(({ id }) => withCabin || id !== 'cabin').map(({ id, name }) => (
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
