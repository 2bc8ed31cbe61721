import { Button, Group, Text } from '@mantine/core';
import type { Connecting } from '#shared/contract/program/connections.ts';
import { absoluteTime } from '#shared/formats.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { useNow } from '../../ui/now.ts';
import { spanLabel } from '../../ui/relative-time.ts';
import { RequestId } from '../../ui/request-id.tsx';
import { oauthQuery } from '../queries.ts';
import classes from './connections.module.css';

type ConnectWaitingProps = {
  connecting: Connecting & { state: 'waiting' | 'starting' };
  opensBrowser: boolean;
};

/** What to do in the browser while Milepost waits, and how to cancel. */
export function ConnectWaiting({ connecting, opensBrowser }: ConnectWaitingProps) {
  const act = useReplacing(oauthQuery, (name: 'open' | 'cancel') => api.oauth[name]());
  return (
    <div className={classes.panel}>
      {connecting.state === 'starting' ? (
        <Text>Connecting to the authorization server…</Text>
      ) : (
        <Waiting waiting={connecting} />
      )}
      <Group gap="xs">
        {connecting.state === 'waiting' &&
          (opensBrowser ? (
            <Button variant="filled" size="xs" onClick={() => act.mutate('open')}>
              {connecting.opened ? 'Open the page again' : 'Open the page'}
            </Button>
          ) : (
            <Button
              variant="filled"
              size="xs"
              component="a"
              href={connecting.open}
              target="_blank"
              rel="noreferrer"
            >
              Open the page
            </Button>
          ))}
        <Button size="xs" onClick={() => act.mutate('cancel')} disabled={act.isPending}>
          Give up connecting
        </Button>
      </Group>
      <NotDone of={act} />
    </div>
  );
}

function Waiting({ waiting }: { waiting: Connecting & { state: 'waiting' } }) {
  const now = useNow();
  const left = waiting.expiresAt - now;
  return (
    <>
      <Text>
        {waiting.opened ? 'The page is open in your browser. ' : 'Open the page in your browser. '}
        {waiting.userCode === null
          ? 'Allow Milepost there; the browser then comes back by itself.'
          : 'Check that it shows this code, or type it there, and allow Milepost:'}
      </Text>
      {waiting.userCode !== null && (
        <output className={classes.code} aria-label="Code to compare">
          {waiting.userCode}
        </output>
      )}
      <Text component="div">
        Page <RequestId id={waiting.verification} what="page address" />
      </Text>
      <Text c="dimmed">
        Asked for: {waiting.scopes.join(', ') || 'what the service gives by itself'}.{' '}
        <span title={absoluteTime(waiting.expiresAt)}>
          {left > 0 ? `Milepost waits ${spanLabel(left)} more.` : 'The time for it is over.'}
        </span>
      </Text>
    </>
  );
}
