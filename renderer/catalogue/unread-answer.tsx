import type { Provenance } from '#shared/contract/catalogue.ts';
import { AsRead } from '../ui/json-tree.tsx';
import { RequestId } from '../ui/request-id.tsx';
import { Section } from './tool-details.tsx';

/** An answer that could not be understood, with the request id to ask the service about (§7.2). */
export function UnreadAnswer({ answer }: { answer: { provenance: Provenance; raw?: unknown } }) {
  return (
    <Section title="The service’s answer, as Milepost read it">
      {answer.provenance.requestId !== null && (
        <p>
          Request <RequestId id={answer.provenance.requestId} />
        </p>
      )}
      <AsRead heading="" value={answer.raw} open={2} />
    </Section>
  );
}
