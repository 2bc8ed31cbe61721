import { Anchor, Loader } from '@mantine/core';
import type { Provenance } from '#shared/contract/catalogue.ts';
import { useOffline } from '../status/offline.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { ProvenanceLine } from '../ui/provenance-line.tsx';
import classes from './catalogue.module.css';

type AnswerLineProps = {
  provenance: Provenance | null;
  refreshing: boolean;
  failure: unknown;
  readAgain: () => void;
};

/** Where what is shown came from, whether the service is being asked, and why it could not be. */
export function AnswerLine({ provenance, refreshing, failure, readAgain }: AnswerLineProps) {
  // Without a network the cached copy is what there is to show, and no mistake of anybody's.
  const isCachedCopy = useOffline() && failure !== null && provenance !== null;
  return (
    <>
      {failure !== null && !isCachedCopy && (
        <FailureNotice
          error={failure}
          title={
            provenance
              ? 'The service could not be asked; what is shown is the cached copy'
              : 'The service could not be asked, and no copy is kept'
          }
          onRetry={readAgain}
        />
      )}
      {provenance && (
        <div className={classes.answerLine}>
          <ProvenanceLine provenance={provenance} />
          {refreshing ? (
            <span className={classes.refreshing}>
              <Loader size={11} aria-hidden /> Asking the service…
            </span>
          ) : (
            (failure === null || isCachedCopy) && (
              <>
                {isCachedCopy && <span className={classes.refreshing}>Offline</span>}
                <Anchor component="button" type="button" size="xs" onClick={readAgain}>
                  {isCachedCopy ? 'Try again' : 'Ask again'}
                </Anchor>
              </>
            )
          )}
        </div>
      )}
    </>
  );
}
