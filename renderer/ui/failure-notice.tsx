import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { ContractFailure, type Failure } from '#shared/contract/failure.ts';
import { waitLabel } from '#shared/formats.ts';
import { queryClient } from '../api/query-client.ts';
import { PageLink } from './page-link.tsx';
import { RequestId } from './request-id.tsx';

/** The failure behind a thrown value: a mapped one as it is, anything else as the host not answering. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ContractFailure) return error.failure;
  return {
    code: 'host_unreachable',
    message:
      'The Milepost program behind this page did not answer. Nothing new was sent from here. Check that it still runs, then try again.',
  };
}

/** Whether what was requested no longer exists: earlier answers about it are then meaningless too. */
export const isLost = (error: unknown): boolean =>
  error instanceof ContractFailure && error.failure.code === 'not_found';

/** Whether a read has nothing to show: it failed before anything arrived, or its subject no longer exists. */
export const isUnread = ({
  isLoadingError,
  error,
}: Pick<UseQueryResult, 'isLoadingError' | 'error'>): boolean => isLoadingError || isLost(error);

type NotReadProps = { of: Pick<UseQueryResult, 'isLoadingError' | 'error' | 'refetch'>; title?: string };

/** In place of what could not be read at all; nothing where it was, or is being read. */
export const NotRead = ({ of, ...more }: NotReadProps) =>
  of.isLoadingError && <FailureNotice error={of.error} onRetry={() => void of.refetch()} {...more} />;

/** Beneath an act: that it failed, and why; nothing where it did not. */
export const NotDone = ({ of, title }: { of: { isError: boolean; error: unknown }; title?: string }) =>
  of.isError && <FailureNotice error={of.error} {...(title !== undefined && { title })} />;

/** Whether Milepost itself does not answer, which each screen says once above. */
export const isUnreachable = (error: unknown): boolean => failureOf(error).code === 'unreachable';

/** A read on the screen that failed after an earlier success; reads from the service report their own failures. */
const failedAgain = (): Query | undefined =>
  queryClient.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey, state }) =>
      state.status === 'error' &&
      state.data !== undefined &&
      queryKey[0] !== 'marketplace' &&
      !isLost(state.error),
  })[0];

/**
 * Above a screen whose stored answers could not be read again: these stay, and this reports the failure once for all.
 */
export function NotReadAgain() {
  const failed = useSyncExternalStore(subscribeToReadings, failedAgain, () => undefined);
  if (failed === undefined) return null;
  return (
    <FullNotice
      error={failed.state.error}
      title="What is shown could not be read again"
      onRetry={() =>
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        })
      }
    />
  );
}

const subscribeToReadings = (changed: () => void) => queryClient.getQueryCache().subscribe(changed);

type FailureNoticeProps = {
  error: unknown;
  title?: string;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
};

/** Failures that another key mends. */
const OF_KEY: ReadonlySet<string> = new Set([
  'unauthenticated',
  'permission_denied',
  'no_key',
  'key_unread',
  'key_unusable',
  'scope_missing',
]);

/** Where a failure by the key is mended, and how long the service asked to wait. */
export const WayOn = ({ code, retryAfterMs }: { code: string; retryAfterMs: number | null }) => (
  <>
    {OF_KEY.has(code.toLowerCase()) && (
      <Text mt={4}>
        <PageLink underline="hover" href="/settings/marketplace/key">
          Open the key in Settings
        </PageLink>
      </Text>
    )}
    {retryAfterMs !== null && <Text mt={4}>The service asks to wait {waitLabel(retryAfterMs)}.</Text>}
  </>
);

/**
 * A failure in our words; the service's own code and text as data; its request id to copy (§7.2). That Milepost itself does
 * not answer is told once, above.
 */
export function FailureNotice(props: FailureNoticeProps) {
  const above = useSyncExternalStore(subscribeToReadings, failedAgain, () => undefined);
  if (above === undefined || !isUnreachable(above.state.error) || !isUnreachable(props.error))
    return <FullNotice {...props} />;
  return (
    <Text c="dimmed" mb="sm" role="alert">
      {props.title ?? 'That did not work'}.
    </Text>
  );
}

function FullNotice({ error, title, onRetry, children }: FailureNoticeProps) {
  const failure = failureOf(error);
  return (
    <Alert
      role="alert"
      color="red"
      mb="sm"
      icon={<IconAlertTriangle aria-hidden />}
      title={title ?? 'That did not work'}
    >
      <Text>{failure.message}</Text>
      <WayOn code={failure.code} retryAfterMs={failure.retryAfterMs ?? null} />
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
            <Button size="xs" onClick={onRetry}>
              Try again
            </Button>
          )}
          {children}
        </Group>
      )}
    </Alert>
  );
}
