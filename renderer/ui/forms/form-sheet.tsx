import { Button, Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../components.module.css';

/** As high as the window allows: longer content scrolls. */
export const WITHIN_WINDOW = { flip: { fallbackStrategy: 'bestFit' }, size: { padding: 8 } } as const;

type FormSheetProps = {
  label: string;
  icon?: ReactNode;
  /** Pixels. */
  width: number;
  opened: boolean;
  onOpen: (opened: boolean) => void;
  /** Whether it may be taller than the window and then scroll: nothing in it may open beyond its edge. */
  tall?: boolean;
  children: ReactNode;
};

/** A button that opens a small form below itself; closing it returns the focus. */
export function FormSheet({ label, icon, width, opened, onOpen, tall = false, children }: FormSheetProps) {
  return (
    <Popover
      trapFocus
      returnFocus
      opened={opened}
      onChange={onOpen}
      position="bottom-start"
      width={width}
      shadow="md"
      {...(tall && { middlewares: WITHIN_WINDOW })}
    >
      <Popover.Target>
        <Button size="xs" leftSection={icon} onClick={() => onOpen(!opened)}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={tall ? classes.tallSheet : undefined}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
