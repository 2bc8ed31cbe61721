import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { announce } from '../status-messages.ts';

const SHOWN_MS = 15_000;
const ID = 'undo';

/** Reports an action, with a button that undoes it; one at a time. */
export function offerUndo(words: string, undo: () => void): void {
  announce(words);
  // The previous notice is no longer about the last action.
  notifications.hide(ID);
  notifications.show({
    id: ID,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span style={{ minWidth: 0, overflowWrap: 'anywhere' }}>{words}</span>
        <Button
          size="compact-sm"
          variant="light"
          // However long a name before it is, the button keeps its width.
          style={{ flex: 'none' }}
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
