import { Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';

type FormSheetProps = {
  label: string;
  icon: ReactNode;
  /** Pixels. */
  width: number;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  children: ReactNode;
};

/** A button that opens a small form below itself; closing it gives the focus back. */
export function FormSheet({ label, icon, width, opened, onOpen, children }: FormSheetProps) {
  return (
    <Popover
      opened={opened}
      onChange={onOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      width={width}
      shadow="md"
    >
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={icon} onClick={() => onOpen(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
