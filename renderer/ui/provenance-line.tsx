import { Text } from '@mantine/core';
import type { Provenance } from '#shared/contract/catalogue.ts';
import { Ago } from './ago.tsx';
import classes from './components.module.css';
import { RequestId } from './request-id.tsx';

/** Where an answer came from and as of when; the id of its request on demand. */
export function ProvenanceLine({ provenance }: { provenance: Provenance }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      {provenance.source === 'service' ? 'From the service' : 'Cached copy'}, <Ago at={provenance.asOf} />
      {provenance.requestId && (
        <details className={classes.aside}>
          <summary>Details</summary>
          Request <RequestId id={provenance.requestId} />
        </details>
      )}
    </Text>
  );
}
