import { Alert, Text } from '@mantine/core';
import type { Connecting } from '#shared/contract/program/connections.ts';
import { absoluteTime } from '#shared/formats.ts';
import { Ago } from '../../ui/ago.tsx';
import { Facts } from '../../ui/facts.tsx';
import classes from './connections.module.css';
import { Trouble } from './trouble.tsx';

const listed = (scopes: readonly string[] | null): string =>
  scopes === null ? 'not stated' : scopes.join(', ') || 'none';

/** The result of connecting: the scopes before and after, and what the key cannot do. */
export function ConnectOutcome({ connecting }: { connecting: Connecting }) {
  if (connecting.state === 'failed') return <Trouble title="Not connected" trouble={connecting.trouble} />;
  if (connecting.state !== 'connected') return null;
  const { at, before, requested, scopes, missing, endsAt, replaced, oldKey, storedIn } = connecting;
  return (
    <>
      <Alert
        color={missing === null ? 'teal' : 'orange'}
        title={
          <>
            Connected <Ago at={at} />
          </>
        }
      >
        <Text>
          {storedIn === 'keychain'
            ? 'The key is in the system’s keychain.'
            : 'The key is in memory, for this run only.'}{' '}
          {replaced &&
            `It replaces the one that was there. ${oldKey ?? 'The service may still accept the old one until you withdraw it in your account.'}`}
        </Text>
        {missing !== null && (
          <Text mt={4} fw={500}>
            This key has no scope {missing}: Milepost quotes and buys nothing with it.
          </Text>
        )}
      </Alert>
      <Facts
        className={classes.facts}
        facts={[
          ['Scopes before', replaced ? listed(before) : null],
          ['Asked for', listed(requested)],
          ['Scopes now', listed(scopes)],
          ['Key ends', endsAt === null ? null : absoluteTime(endsAt)],
        ]}
      />
    </>
  );
}
