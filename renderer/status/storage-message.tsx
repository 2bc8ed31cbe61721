import { Code, Text } from '@mantine/core';
import { IconDatabaseX } from '@tabler/icons-react';
import { EmptyState } from '../ui/empty-state.tsx';
import { RequestId } from '../ui/request-id.tsx';

export type StorageMessageProps = { code: string; words: string; path: string };

/** What is wrong with the data file, where it is, and the consequences for purchases. */
export function StorageMessage({ code, words, path }: StorageMessageProps) {
  return (
    <EmptyState
      icon={<IconDatabaseX size={40} stroke={1.4} aria-hidden />}
      title="The data file cannot be used"
      action={
        <>
          <Text>
            The file: <RequestId id={path} what="path" />
          </Text>
          <Text size="xs" c="dimmed">
            Code <Code>{code}</Code>
          </Text>
        </>
      }
    >
      {words} Nothing can be bought until it can.
    </EmptyState>
  );
}
