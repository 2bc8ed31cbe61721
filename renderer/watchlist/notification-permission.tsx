import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { announce } from '../ui/status-messages.ts';
import { noticePermission } from './page-notices.ts';

const DENIED =
  'This browser does not allow Milepost to show notifications. Your alerts are shown here in any case.';

/** Asks the browser for permission to show notifications, only on a click; shows the current state. */
export function NotificationPermission() {
  const [permission, setPermission] = useState(noticePermission);
  if (permission === 'granted') return null;
  if (permission !== 'default') return <Text c="dimmed">{DENIED}</Text>;
  const ask = async () => {
    const answer = await Notification.requestPermission();
    setPermission(answer);
    announce(answer === 'granted' ? 'Notifications are allowed.' : DENIED);
  };
  return (
    <Group gap="sm">
      <Text c="dimmed">
        Your alerts are shown here. The system can show them as well, while Milepost is open.
      </Text>
      <Button size="xs" variant="light" onClick={() => void ask()}>
        Allow notifications
      </Button>
    </Group>
  );
}
