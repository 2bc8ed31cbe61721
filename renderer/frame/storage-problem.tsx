import { Code, Text } from '@mantine/core';
import { IconDatabaseX } from '@tabler/icons-react';
import { EmptyState } from '../components/empty-state.tsx';
import { RequestId } from '../components/request-id.tsx';
import { Screen } from '../components/screen.tsx';

type StorageProblemProps = { code: string; words: string; path: string };

/** Shown in place of every screen that reads the data file, while that file cannot be used. */
export function StorageProblem({ code, words, path }: StorageProblemProps) {
  return (
    <Screen title="The data file cannot be used">
      <EmptyState
        icon={<IconDatabaseX size={40} stroke={1.4} aria-hidden />}
        title="Nothing can be read or kept until it can"
        action={
          <>
            <Text size="sm">
              The file: <RequestId id={path} what="path" />
            </Text>
            <Text size="xs" c="dimmed">
              Code <Code>{code}</Code>
            </Text>
          </>
        }
      >
        {words} Nothing can be bought while purchases cannot be written down first.
      </EmptyState>
    </Screen>
  );
}
