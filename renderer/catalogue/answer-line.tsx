import { Anchor, Loader } from '@mantine/core';
import type { Provenance } from '#shared/contract/catalogue.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { useOffline } from '../components/offline.ts';
import { ProvenanceLine } from '../components/provenance-line.tsx';
import classes from './catalogue.module.css';

type AnswerLineProps = {
  provenance: Provenance | null;
  asking: boolean;
  failure: unknown;
  askAgain: () => void;
};

/** Where what is shown came from, whether the service is being asked, and why it could not be. */
export function AnswerLine({ provenance, asking, failure, askAgain }: AnswerLineProps) {
  // Without a network the kept copy is what there is to show, and no mistake of anybody's.
  const isKeptCopy = useOffline() && failure !== null && provenance !== null;
  return (
    <>
      {failure !== null && !isKeptCopy && (
        <FailureNotice
          error={failure}
          title={
            provenance
              ? 'The service could not be asked; what is shown is the kept copy'
              : 'The service could not be asked, and no copy is kept'
          }
          onRetry={askAgain}
        />
      )}
      {provenance && (
        <div className={classes.answerLine}>
          <ProvenanceLine provenance={provenance} />
          {asking ? (
            <span className={classes.asking}>
              <Loader size={11} aria-hidden /> Asking the service…
            </span>
          ) : (
            (failure === null || isKeptCopy) && (
              <>
                {isKeptCopy && <span className={classes.asking}>Offline</span>}
                <Anchor component="button" type="button" size="xs" onClick={askAgain}>
                  {isKeptCopy ? 'Try again' : 'Ask again'}
                </Anchor>
              </>
            )
          )}
        </div>
      )}
    </>
  );
}
