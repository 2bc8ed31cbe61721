import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import { spanLabel } from './relative-time.ts';
import { RequestId } from './request-id.tsx';

/** The failure behind anything that was thrown: ours in its own words, anything else as the host not answering. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ContractFailure) return error.failure;
  return {
    code: 'host_unreachable',
    message:
      'The Milepost program behind this page did not answer. Nothing new was sent from here. Check that it still runs, then try again.',
  };
}

type FailureNoticeProps = {
  error: unknown;
  title?: string;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
};

/** A failure in our words; the service's own code and text as data; its request id to copy (§7.2). */
export function FailureNotice({ error, title, onRetry, children }: FailureNoticeProps) {
  const failure = failureOf(error);
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? 'That did not work'}
    >
      <Text size="sm" c="var(--mantine-color-text)">
        {failure.message}
      </Text>
      {failure.retryAfterMs !== undefined && (
        <Text size="sm" mt={4} c="var(--mantine-color-text)">
          The service asks to wait {spanLabel(failure.retryAfterMs)}.
        </Text>
      )}
      {(failure.service?.code || failure.service?.text) && (
        <Text size="xs" mt={6} c="dimmed">
          The service said:{' '}
          <code>{[failure.service.code, failure.service.text].filter(Boolean).join(' · ')}</code>
        </Text>
      )}
      {failure.requestId && (
        <Text size="xs" mt={4} c="dimmed" component="div">
          Request <RequestId id={failure.requestId} />
        </Text>
      )}
      {(onRetry || children) && (
        <Group mt="sm" gap="xs">
          {onRetry && (
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </Group>
      )}
    </Alert>
  );
}
