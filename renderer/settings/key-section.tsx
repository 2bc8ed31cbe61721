import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { KeyStatus } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';
import { keyLabel, missingScope } from '../status/key-label.ts';
import { statusQuery } from '../status/status-query.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { LoadingState } from '../ui/loading-state.tsx';
import { announce } from '../ui/status-messages.ts';
import { SettingsSection } from './settings-section.tsx';

const keyQueryKey = ['status', 'key'] as const;

/** The access key, of which this page only ever knows whether it is there. */
export function KeySection() {
  const queries = useQueryClient();
  const key = useQuery({ queryKey: keyQueryKey, queryFn: () => api.key.status() });
  const { data: status } = useQuery(statusQuery);
  const act = useMutation({
    mutationFn: (name: 'storeFromClipboard' | 'forget' | 'check') => api.key[name](),
    onSuccess: (after) => {
      queries.setQueryData(keyQueryKey, after);
      announce([keyLabel(after), after.before].filter(Boolean).join(' '));
    },
  });
  const doing = (name: typeof act.variables) => act.isPending && act.variables === name;
  const demo = status?.marketplace.demo ?? false;
  return (
    <SettingsSection
      title="Access key"
      about="Kept by the system’s keychain for exactly one marketplace. It never reaches this page, and by itself it allows no spending."
    >
      {key.isError && <FailureNotice error={key.error} onRetry={() => void key.refetch()} />}
      {key.isPending && <LoadingState />}
      {key.data && (
        <>
          <Text size="sm">{keyLabel(key.data)}</Text>
          {act.data?.before !== undefined && <Text size="sm">{act.data.before}</Text>}
          {!key.data.keychain.works && (
            <Text size="sm" c="dimmed">
              {key.data.keychain.words}
            </Text>
          )}
          <Scopes status={key.data} />
          <Group gap="xs">
            <Button
              disabled={!key.data.clipboard.works || act.isPending}
              loading={doing('storeFromClipboard')}
              aria-describedby={key.data.clipboard.works ? undefined : 'clipboard-instead'}
              onClick={() => act.mutate('storeFromClipboard')}
            >
              Store key from clipboard
            </Button>
            <Button
              variant="default"
              disabled={key.data.state === 'none' || act.isPending}
              loading={doing('check')}
              onClick={() => act.mutate('check')}
            >
              Check key
            </Button>
            <Button
              variant="default"
              disabled={key.data.state === 'none' || act.isPending}
              loading={doing('forget')}
              onClick={() => act.mutate('forget')}
            >
              Forget key
            </Button>
          </Group>
          {!key.data.clipboard.works && (
            <Text size="sm" c="dimmed" id="clipboard-instead">
              {key.data.clipboard.instead}
            </Text>
          )}
          {demo && (
            <Text size="sm" c="dimmed">
              The demo marketplace needs no key of yours: it gives Milepost one of its own.
            </Text>
          )}
        </>
      )}
      {act.isError && <FailureNotice error={act.error} />}
    </SettingsSection>
  );
}

function Scopes({ status }: { status: KeyStatus }) {
  if (status.scopes === null) return null;
  const missing = missingScope(status);
  return (
    <>
      <Group gap={6}>
        <Text size="sm" c="dimmed">
          Scopes
        </Text>
        {status.scopes.length === 0 && <Text size="sm">none</Text>}
        {status.scopes.map((scope) => (
          <Badge key={scope} variant="default" radius="sm" tt="none" fw={500}>
            {scope}
          </Badge>
        ))}
      </Group>
      {missing && (
        <Text size="sm" fw={500} c="var(--mantine-color-error)">
          This key has no scope {missing}, so it cannot quote or buy. Give it that scope in your account at
          the marketplace, or store another key.
        </Text>
      )}
    </>
  );
}
