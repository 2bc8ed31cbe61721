import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { announce } from '../status-messages.ts';

const SHOWN_MS = 15_000;
const ID = 'undo';

/** Says what was done, with a button that takes it back; one at a time. */
export function offerUndo(words: string, undo: () => void): void {
  announce(words);
  // The one before belongs to what is no longer the last act.
  notifications.hide(ID);
  notifications.show({
    id: ID,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {words}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(ID);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
    autoClose: SHOWN_MS,
    closeButtonProps: { 'aria-label': 'Close' },
  });
}
