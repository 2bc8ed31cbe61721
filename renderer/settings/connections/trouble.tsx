import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Ago } from '../../ui/ago.tsx';
import { WithRequestId } from '../../ui/request-id.tsx';

type TroubleProps = {
  title: string;
  trouble: { code: string; words: string; requestId: string | null; at: number };
};

/** A failure of a connection in the background, with its request id (§7.2). */
export function Trouble({ title, trouble }: TroubleProps) {
  return (
    <Alert color="red" title={title} icon={<IconAlertTriangle aria-hidden />}>
      <Text>{trouble.words}</Text>
      <Text size="xs" mt={4} c="dimmed" component="div">
        <code>{trouble.code}</code>, <Ago at={trouble.at} />
        <WithRequestId id={trouble.requestId} />
      </Text>
    </Alert>
  );
}
