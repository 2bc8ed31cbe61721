import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';

/** Reports the parts of the address that could not be read: a bookmark may be of another version. */
export function UnreadAddress({ unread }: { unread: readonly string[] }) {
  if (unread.length === 0) return null;
  return (
    <Alert role="note" color="yellow" mb="md" py="xs" icon={<IconLinkOff aria-hidden />}>
      {[...new Set(unread)].map((part) => (
        <div key={part}>“{part}” in the address could not be read and is left out.</div>
      ))}
    </Alert>
  );
}
