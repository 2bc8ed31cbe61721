import { Anchor, Loader, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Provenance } from '#shared/contract/catalogue.ts';
import { useOffline } from '../status/offline.ts';
import { Ago } from '../ui/ago.tsx';
import components from '../ui/components.module.css';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { RequestId } from '../ui/request-id.tsx';
import classes from './catalogue.module.css';

type AnswerLineProps = {
  provenance: Provenance | null;
  refreshing: boolean;
  /** Why the cached copy could not be read; null where it could, or there is none. */
  unread: unknown;
  failure: unknown;
  readAgain: () => void;
  /** Further remarks on the answer, in a few words. */
  children?: ReactNode;
};

/** Where the content came from, whether the service is being read, and why it could not be: always one line. */
export function AnswerLine(props: AnswerLineProps) {
  const { provenance, refreshing, unread, failure, readAgain, children } = props;
  // Without a network the cached copy is all there is to show, which is not an error.
  const isCachedCopy = useOffline() && failure !== null && provenance !== null;
  return (
    <>
      {unread !== null && <FailureNotice error={unread} title="The cached copy could not be read" />}
      {failure !== null && !isCachedCopy && (
        <FailureNotice
          error={failure}
          title={
            provenance === null
              ? unread === null
                ? 'Not read from the service, and no copy is cached'
                : 'Not read from the service'
              : provenance.source === 'service'
                ? 'Not read again: this is the last answer'
                : 'Not read from the service: this is the cached copy'
          }
          onRetry={readAgain}
        />
      )}
      {provenance && (
        <div className={classes.answerLine}>
          <ProvenanceLine provenance={provenance} />
          {isCachedCopy && <span className={classes.small}>Offline</span>}
          {children}
          {(failure === null || isCachedCopy || refreshing) && (
            // The same button in every state: nothing below it moves while the service is read.
            <Anchor
              component="button"
              type="button"
              size="xs"
              aria-busy={refreshing}
              onClick={() => refreshing || readAgain()}
            >
              Read again
            </Anchor>
          )}
          {refreshing && <Loader size={11} role="status" aria-label="Reading from the service" />}
        </div>
      )}
    </>
  );
}

/** Where an answer came from, and when; the id of its request on demand. */
function ProvenanceLine({ provenance }: { provenance: Provenance }) {
  return (
    <Text size="xs" c="dimmed" component="div">
      {provenance.source === 'service' ? 'From the service' : 'Cached copy'}, <Ago at={provenance.asOf} />
      {provenance.requestId && (
        <details className={components.aside}>
          <summary>Details</summary>
          Request <RequestId id={provenance.requestId} />
        </details>
      )}
    </Text>
  );
}
