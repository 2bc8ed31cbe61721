import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../components.module.css';

type DialogButtonsProps = {
  /** The button that closes it without effect. */
  leave?:
    | { label: string; onLeave: () => void; disabled?: boolean | undefined; loading?: boolean }
    | undefined;
  /** Further actions. */
  more?: ReactNode;
  /** A sentence at the other end. */
  note?: ReactNode;
  size?: ButtonProps['size'];
  /** Whether they stay visible while the content above them scrolls. */
  sticky?: boolean;
  /** The main action. */
  children?: ReactNode;
};

/** The buttons at the end of a dialog, a sheet or an inline form: right-aligned, with cancel before the main action. */
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
        <Text size="xs" c="dimmed" flex={1} miw={0}>
          {note}
        </Text>
      )}
      {more}
      {leave && (
        <Button
          size={size}
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
