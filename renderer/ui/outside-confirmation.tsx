import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useAnnounced } from './status-messages.ts';

/** What a user must know before more may be spent than was allowed: this page can only ask, and not answer. */
export const OUTSIDE_MESSAGE =
  'You are asked to confirm it outside this window: in a dialog of the system, or in the terminal that Milepost was started from.';

const WAITING = 'Waiting for your confirmation outside this window.';

/** Shown while the main process waits for that answer. */
export function OutsideConfirmation() {
  useAnnounced(WAITING);
  return (
    <Alert
      color="blue"
      icon={<IconLock aria-hidden />}
      title="Waiting for your confirmation outside this window"
    >
      <Text>
        Milepost asks in a dialog of the system, or in the terminal that it was started from. No page can
        answer for you; until you do, nothing changes.
      </Text>
    </Alert>
  );
}
