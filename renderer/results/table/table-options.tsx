import { ActionIcon, Button, NativeSelect, Popover, Stack } from '@mantine/core';
import { IconFold, IconFoldDown, IconTableOptions } from '@tabler/icons-react';
import { RECORD_GROUPS, type RecordGroup } from '#shared/contract/awards.ts';
import { ALL_COLLAPSED, ALL_OPEN } from '../../addresses/collapsed-groups.ts';
import type { ViewAddress } from '../../addresses/results-address.ts';
import components from '../../ui/components.module.css';
import { WITHIN_WINDOW } from '../../ui/forms/form-sheet.tsx';
import type { ChangeAddress } from '../use-results-address.ts';
import { ColumnList } from './column-list.tsx';
import { useTableLayout } from './table-layout.ts';

const NAMES: Readonly<Record<RecordGroup, string>> = {
  date: 'By date',
  route: 'By route',
  programme: 'By programme',
};

type TableOptionsProps = {
  address: ViewAddress;
  /** Columns that are not rendered: hidden by the user, or because every row has the same value. */
  hidden: readonly string[];
  /** The rows may be of several cabins, so each shows its own. */
  withCabin: boolean;
  change: ChangeAddress;
};

/** The table's options: its groups, the height of its rows, and which columns are shown; the date always is. */
export function TableOptions({ address, hidden, withCabin, change }: TableOptionsProps) {
  const { group } = address;
  const table = useTableLayout();
  const show = (id: string, isShown: boolean) =>
    change({
      hidden: isShown ? address.hidden.filter((each) => each !== id) : [...address.hidden, id],
      shown: isShown ? [...address.shown, id] : address.shown.filter((each) => each !== id),
    });
  return (
    <>
      {group !== null && (
        <ActionIcon.Group>
          <ToggleAll kind="collapse" onClick={() => change({ collapsed: ALL_COLLAPSED })} />
          <ToggleAll kind="expand" onClick={() => change({ collapsed: ALL_OPEN })} />
        </ActionIcon.Group>
      )}
      <Popover
        trapFocus
        returnFocus
        position="bottom-end"
        shadow="md"
        width={270}
        middlewares={WITHIN_WINDOW}
      >
        <Popover.Target>
          <ActionIcon variant="default" size="input-xs" aria-label="Table options" title="Table options">
            <IconTableOptions size={16} aria-hidden />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label="Table options" className={components.tallSheet}>
          <Stack gap="sm">
            <NativeSelect
              label="Group rows"
              size="xs"
              data={[
                { value: '', label: 'Not grouped' },
                ...RECORD_GROUPS.map((value) => ({ value, label: NAMES[value] })),
              ]}
              value={group ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget;
                change({
                  group: RECORD_GROUPS.find((known) => known === value) ?? null,
                  collapsed: ALL_OPEN,
                });
              }}
            />
            <NativeSelect
              label="Row height"
              size="xs"
              data={[
                { value: 'comfortable', label: 'Comfortable' },
                { value: 'compact', label: 'Compact' },
              ]}
              value={table.rows}
              onChange={(event) =>
                table.setRows(event.currentTarget.value === 'compact' ? 'compact' : 'comfortable')
              }
            />
            <ColumnList
              columns={table.columns.filter(({ id, isAlways }) => !isAlways && (withCabin || id !== 'cabin'))}
              hidden={hidden}
              onShow={show}
              onMove={table.move}
            />
            <Button size="xs" disabled={table.reset === null} onClick={() => table.reset?.()}>
              Reset order and widths
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

const WAYS = {
  collapse: { name: 'Collapse all', Icon: IconFold },
  expand: { name: 'Expand all', Icon: IconFoldDown },
} as const;

type ToggleAllProps = { kind: keyof typeof WAYS; onClick: () => void };

/** Hides or shows the rows of all groups. */
function ToggleAll({ kind, onClick }: ToggleAllProps) {
  const { name, Icon } = WAYS[kind];
  return (
    <ActionIcon variant="default" size="input-xs" aria-label={name} title={name} onClick={onClick}>
      <Icon size={15} aria-hidden />
    </ActionIcon>
  );
}
