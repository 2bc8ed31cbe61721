import { Alert } from '@mantine/core';
import { IconLinkOff } from '@tabler/icons-react';

/** A part of an address that cannot be read, and what its screen shows instead. */
export type UnreadPart = { part: string; instead: string };

/** Reports what could not be read of the address, and what is shown instead: a bookmark may be of another version. */
export function UnreadAddress({ unread }: { unread: readonly UnreadPart[] }) {
  if (unread.length === 0) return null;
  const sentences = new Set(
    unread.map(({ part, instead }) => `“${part}” in the address could not be read: ${instead}.`),
  );
  return (
    <Alert role="note" variant="light" color="yellow" mb="md" py="xs" icon={<IconLinkOff aria-hidden />}>
      {[...sentences].map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Alert>
  );
}
