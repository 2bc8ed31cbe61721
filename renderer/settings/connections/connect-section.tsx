import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ownEntry } from '#shared/own-entry.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { announce } from '../../ui/status-messages.ts';
import { Loaded } from '../loaded.tsx';
import { oauthQuery } from '../queries.ts';
import { SettingsSection } from '../settings-section.tsx';
import { ConnectForm } from './connect-form.tsx';
import { ConnectOutcome } from './connect-outcome.tsx';
import { ConnectWaiting } from './connect-waiting.tsx';
import { ResourceFacts } from './resource-facts.tsx';
import { Trouble } from './trouble.tsx';

/** Where the service's keys come from, and how to get one without copying it. */
export function ConnectSection() {
  const oauth = useQuery(oauthQuery);
  const refresh = useReplacing(oauthQuery, () => api.oauth.refresh());
  const { data } = oauth;
  useAnnounced(data?.connecting.state);
  return (
    <SettingsSection
      title="Connect in browser"
      about="Sign in at the service, where it offers that: the key goes straight to the keychain."
    >
      <Loaded of={oauth}>
        {(data) => (
          <>
            {data.trouble && <Trouble title="Could not be read" trouble={data.trouble} />}
            {data.metadata ? (
              <ResourceFacts metadata={data.metadata} />
            ) : (
              <Text>Not checked yet whether the service offers it.</Text>
            )}
            <Group gap="xs">
              <Button size="xs" loading={refresh.isPending} onClick={() => refresh.mutate()}>
                {data.metadata ? 'Check again' : 'Check'}
              </Button>
            </Group>
            <NotDone of={refresh} />
            <ConnectOutcome connecting={data.connecting} />
            {data.connecting.state === 'waiting' || data.connecting.state === 'starting' ? (
              <ConnectWaiting connecting={data.connecting} opensBrowser={data.opensBrowser} />
            ) : (
              data.metadata?.server && data.metadata.matches && <ConnectForm metadata={data.metadata} />
            )}
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

const LABELS: Readonly<Record<string, string>> = {
  waiting: 'Waiting for you in the browser.',
  connected: 'Connected: the key is stored.',
  failed: 'Not connected.',
};

/** Announces the state of connecting in the Status region, once per change. */
function useAnnounced(state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (before.current !== undefined && state !== undefined && before.current !== state) {
      const words = ownEntry(LABELS, state);
      if (words !== undefined) announce(words);
    }
    before.current = state;
  }, [state]);
}
