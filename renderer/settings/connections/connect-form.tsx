import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResourceMetadata } from '#shared/contract/program/connections.ts';
import { api } from '../../api/api.ts';
import { useReplacing } from '../../api/use-replacing.ts';
import { CALL_SCOPE } from '../../status/key-label.ts';
import { statusQuery } from '../../status/queries.ts';
import { NotDone } from '../../ui/failure-notice.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { oauthQuery } from '../queries.ts';

/** The scopes to request, and the button that begins. */
export function ConnectForm({ metadata }: { metadata: ResourceMetadata }) {
  const { data: status } = useQuery(statusQuery);
  const offered = metadata.scopes.length > 0 ? metadata.scopes : (metadata.server?.scopes ?? []);
  const [left, setLeft] = useState<readonly string[]>([]);
  const scopes = offered.filter((scope) => !left.includes(scope));
  const connect = useReplacing(oauthQuery, () => api.oauth.connect({ scopes }));
  const hasKey = status !== undefined && status.key.state !== 'none';
  return (
    <Form onSubmit={() => connect.mutate()}>
      {offered.length > 0 && (
        <Checkbox.Group
          label="Scopes to ask for"
          description={
            status?.key.scopes
              ? `The key now has: ${status.key.scopes.join(', ') || 'none'}.`
              : 'The service grants them, or fewer.'
          }
          value={[...scopes]}
          onChange={(chosen) => setLeft(offered.filter((scope) => !chosen.includes(scope)))}
        >
          <Group mt={8} mb={12} gap="md">
            {offered.map((scope) => (
              <Checkbox key={scope} value={scope} label={scope} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {offered.includes(CALL_SCOPE) && !scopes.includes(CALL_SCOPE) && (
        <Text mb={12}>Without {CALL_SCOPE} nothing can be quoted or bought with this key.</Text>
      )}
      <Group gap="xs">
        <Button type="submit" loading={connect.isPending}>
          Connect in browser
        </Button>
        {hasKey && (
          <Text c="dimmed">
            The key that is there stays until the new one has come, and is then replaced.
          </Text>
        )}
      </Group>
      <NotDone of={connect} title="Connecting did not begin" />
    </Form>
  );
}
