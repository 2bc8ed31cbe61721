import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { KeyStatus } from '#shared/contract/status.ts';
import { api } from '../api/api.ts';
import { queryClient } from '../api/query-client.ts';
import { keyLabel, missingScope } from '../status/key-label.ts';
import { statusQuery } from '../status/queries.ts';
import { CommandLine } from '../ui/command-line.tsx';
import { NotDone } from '../ui/failure-notice.tsx';
import { announce } from '../ui/status-messages.ts';
import { Loaded } from './loaded.tsx';
import classes from './settings.module.css';
import { SettingsSection } from './settings-section.tsx';

const keyQueryKey = ['status', 'key'] as const;

/** The access key, of which this page only ever knows whether it is there. */
export function KeySection() {
  const key = useQuery({ queryKey: keyQueryKey, queryFn: () => api.key.status() });
  const { data: status } = useQuery(statusQuery);
  const act = useMutation({
    mutationFn: (name: 'storeFromClipboard' | 'forget' | 'check') => api.key[name](),
    onSuccess: (after) => {
      queryClient.setQueryData(keyQueryKey, after);
      announce([keyLabel(after), after.before].filter(Boolean).join(' '));
    },
  });
  useArrival(key.data);
  const doing = (name: typeof act.variables) => act.isPending && act.variables === name;
  const demo = status?.marketplace.demo ?? false;
  return (
    <SettingsSection
      title="Access key"
      part="key"
      about="For this marketplace alone. A key by itself spends nothing."
    >
      <Loaded of={key}>
        {(data) => (
          <>
            <Text>{keyLabel(data)}</Text>
            {data.refused !== undefined && (
              <Text fw={500} c="var(--mantine-color-error)">
                {data.refused} What waits for it goes on by itself then.
              </Text>
            )}
            {act.data?.before !== undefined && <Text>{act.data.before}</Text>}
            {!demo && data.state !== 'unread' && (!data.keychain.works || data.state === 'none') && (
              <Text c="dimmed">
                {data.keychain.works ? 'It goes to the system’s keychain.' : data.keychain.words}
              </Text>
            )}
            <Group gap="xs">
              <Button
                variant={data.state === 'none' ? 'light' : 'default'}
                disabled={!data.clipboard.works || act.isPending}
                loading={doing('storeFromClipboard')}
                aria-describedby={data.clipboard.works ? undefined : 'clipboard-instead'}
                onClick={() => act.mutate('storeFromClipboard')}
              >
                Store key from clipboard
              </Button>
              <Button
                disabled={data.state === 'none' || act.isPending}
                loading={doing('check')}
                onClick={() => act.mutate('check')}
              >
                {data.state === 'unread' ? 'Read the key again' : 'Check key'}
              </Button>
              <Button
                disabled={data.state === 'none' || act.isPending}
                loading={doing('forget')}
                onClick={() => act.mutate('forget')}
              >
                Forget key
              </Button>
            </Group>
            {!data.clipboard.works && (
              <Text c="dimmed" id="clipboard-instead">
                {data.clipboard.instead}
              </Text>
            )}
            {data.clipboard.command !== undefined && (
              <FromTerminal
                command={data.clipboard.command}
                isMissing={data.state === 'none' || data.state === 'unread'}
              />
            )}
          </>
        )}
      </Loaded>
      <NotDone of={act} />
      {key.data && <Scopes status={key.data} />}
    </SettingsSection>
  );
}

/** Announces once that a key arrived that this page did not store. */
function useArrival(key: KeyStatus | undefined): void {
  const before = useRef(key?.state);
  useEffect(() => {
    if (before.current === 'none' && key !== undefined && key.state !== 'none') announce(keyLabel(key));
    before.current = key?.state;
  }, [key]);
}

/** How often the page checks for the key, in milliseconds. */
const POLL_EVERY_MS = 1_500;
/** How often a key that was stored meanwhile is looked for: the keychain may have been read before it was there. */
const MAX_TRIES = 5;
/** The mark without a key. */
const NO_MARK = 'none';

/** The command that stores a key; once it has run, the page shows the key automatically. */
function FromTerminal({ command, isMissing }: { command: string; isMissing: boolean }) {
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ['key-mark', command],
    queryFn: () => api.key.mark(),
    refetchInterval: POLL_EVERY_MS,
  });
  const mark = data?.mark;
  const seen = useRef<{ mark: string; tries: number } | null>(null);
  const missing = useRef(isMissing);
  missing.current = isMissing;
  useEffect(() => {
    if (mark === undefined || dataUpdatedAt === 0) return;
    const before = seen.current;
    const now = before?.mark === mark ? before : { mark, tries: before === null ? 1 : MAX_TRIES };
    seen.current = now;
    const isNew = before !== null && before !== now;
    if (!isNew && (mark === NO_MARK || !missing.current || now.tries === 0)) return;
    now.tries -= 1;
    void queryClient.invalidateQueries({ queryKey: ['status'] });
  }, [mark, dataUpdatedAt]);
  return <CommandLine command={command} what="store a key" />;
}

/** The key's scopes, on demand; that it cannot buy is shown at once. */
function Scopes({ status }: { status: KeyStatus }) {
  if (status.scopes === null) return null;
  const missing = missingScope(status);
  return (
    <>
      {missing && (
        <Text fw={500} c="var(--mantine-color-error)">
          This key cannot quote or buy: it has no scope {missing}. Store one that has it.
        </Text>
      )}
      <details className={classes.details}>
        <summary>Details</summary>
        <Group gap={6} mt={6}>
          <Text c="dimmed">Scopes</Text>
          {status.scopes.length === 0 && <Text>none</Text>}
          {status.scopes.map((scope) => (
            <Badge key={scope} variant="default" radius="sm" tt="none" fw={500}>
              {scope}
            </Badge>
          ))}
        </Group>
      </details>
    </>
  );
}
