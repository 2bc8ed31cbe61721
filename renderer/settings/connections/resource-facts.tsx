import { Alert, Text } from '@mantine/core';
import type { ResourceMetadata } from '#shared/contract/program/connections.ts';
import { Ago } from '../../ui/ago.tsx';
import { Facts } from '../../ui/facts.tsx';
import { AsRead } from '../../ui/json-tree.tsx';
import { RequestId, WithRequestId } from '../../ui/request-id.tsx';
import classes from './connections.module.css';

const FLOW_LABELS = {
  device: 'a code shown here (device flow)',
  code: 'a page that comes back to Milepost (PKCE)',
};

/** The protected-resource metadata (RFC 9728) and the authorization server behind it. */
export function ResourceFacts({ metadata }: { metadata: ResourceMetadata }) {
  const { server } = metadata;
  const documentation = metadata.documentation ?? server?.documentation ?? null;
  return (
    <>
      {!metadata.matches && (
        <Alert color="red" title="The metadata is about another service">
          <Text>
            It names {metadata.resource === null ? 'no resource' : <code>{metadata.resource}</code>} and not
            the marketplace in use, so nothing is connected through it.
          </Text>
        </Alert>
      )}
      {metadata.serverTrouble && (
        <Alert color="orange" title="The authorization server cannot be used">
          <Text>{metadata.serverTrouble}</Text>
        </Alert>
      )}
      <Facts
        className={classes.facts}
        facts={[
          ['Service', metadata.name],
          ['Resource', metadata.resource],
          ['Keys come from', server?.issuer ?? metadata.authorizationServers.join(', ')],
          [
            'Ways of connecting',
            server &&
              (server.flows.map((flow) => FLOW_LABELS[flow]).join('; ') || 'none that Milepost can go'),
          ],
          ['Scopes', metadata.scopes.join(', ') || (server?.scopes.join(', ') ?? '')],
          [
            'Documentation',
            documentation && <RequestId key="docs" id={documentation} what="documentation address" />,
          ],
          [
            'Read',
            <span key="read">
              <Ago at={metadata.readAt} />
              <WithRequestId id={metadata.requestId} />
            </span>,
          ],
        ]}
      />
      <AsRead value={metadata.raw} />
    </>
  );
}
