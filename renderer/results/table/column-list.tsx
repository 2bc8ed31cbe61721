import { ActionIcon, Checkbox, Group, Stack } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { RecordColumn } from '../../records/record-columns.tsx';
import type { Place } from './table-layout.ts';

type ColumnListProps = {
  /** Those that can be hidden, in their order. */
  columns: readonly RecordColumn[];
  hidden: readonly string[];
  onShow: (id: string, isShown: boolean) => void;
  onMove: (column: RecordColumn, place: Place) => void;
};

/** Which columns are shown, and in which order. */
export function ColumnList({ columns, hidden, onShow, onMove }: ColumnListProps) {
  const list = useRef<HTMLDivElement>(null);
  const pressed = useRef<string | null>(null);
  // An element that is moved within the page loses the focus.
  useEffect(() => {
    if (pressed.current === null) return;
    list.current?.querySelector<HTMLElement>(`[aria-label="${pressed.current}"]`)?.focus();
    pressed.current = null;
  });
  const shown = columns.filter(({ id }) => !hidden.includes(id));
  return (
    <Stack gap={4} role="group" aria-label="Columns" ref={list}>
      {columns.map((column) => {
        const { id, name, choiceName = name } = column;
        const place = shown.indexOf(column);
        const mover = (by: -1 | 1) => {
          const neighbour = place < 0 ? undefined : shown[place + by];
          const label = `Move ${choiceName} ${by < 0 ? 'left' : 'right'}`;
          const Icon = by < 0 ? IconChevronLeft : IconChevronRight;
          return (
            <ActionIcon
              size={24}
              aria-label={label}
              title={label}
              aria-disabled={neighbour === undefined}
              {...(neighbour === undefined && { 'data-disabled': true })}
              onClick={() => {
                if (neighbour === undefined) return;
                pressed.current = label;
                onMove(column, { target: neighbour.id, behind: by > 0 });
              }}
            >
              <Icon size={14} aria-hidden />
            </ActionIcon>
          );
        };
        return (
          <Group key={id} gap={2} wrap="nowrap">
            <Checkbox
              flex={1}
              size="xs"
              label={choiceName}
              checked={!hidden.includes(id)}
              onChange={(event) => onShow(id, event.currentTarget.checked)}
            />
            {mover(-1)}
            {mover(1)}
          </Group>
        );
      })}
    </Stack>
  );
}
