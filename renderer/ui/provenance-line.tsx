import { Text } from '@mantine/core';
import type { Provenance } from '#shared/contract/catalogue.ts';
import { Ago } from './ago.tsx';
import { RequestId } from './request-id.tsx';

/** Where an answer came from and as of when. */
export function ProvenanceLine({ provenance }: { provenance: Provenance }) {
  return (
    <Text size="xs" c="dimmed" component="p" m={0}>
      {provenance.source === 'service' ? 'From the service' : 'Kept copy of the service’s answer'}, as of{' '}
      <Ago at={provenance.asOf} />
      {provenance.requestId && (
        <>
          {' · '}
          <RequestId id={provenance.requestId} />
        </>
      )}
    </Text>
  );
}
