import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../components.module.css';

type DialogButtonsProps = {
  /** What closes it and does nothing. */
  leave?:
    | { label: string; onLeave: () => void; disabled?: boolean | undefined; loading?: boolean }
    | undefined;
  /** What else can be done. */
  more?: ReactNode;
  /** A sentence at the other end. */
  note?: ReactNode;
  size?: ButtonProps['size'];
  /** Whether they stay in sight while what stands above them scrolls. */
  sticky?: boolean;
  /** What it is for. */
  children?: ReactNode;
};

/** The buttons that end a dialog, a sheet or a form in place: at its right end, what leaves it before what it is for. */
export function DialogButtons(props: DialogButtonsProps) {
  const { leave, more, note, size = 'sm', sticky = false, children } = props;
  return (
    <Group
      gap="xs"
      justify="flex-end"
      className={sticky ? classes.stickyButtons : undefined}
      data-dialog-buttons
    >
      {note && (
        <Text size="xs" c="dimmed" className={classes.buttonsNote}>
          {note}
        </Text>
      )}
      {more}
      {leave && (
        <Button
          size={size}
          variant="default"
          disabled={leave.disabled ?? false}
          loading={leave.loading ?? false}
          onClick={leave.onLeave}
        >
          {leave.label}
        </Button>
      )}
      {children}
    </Group>
  );
}
