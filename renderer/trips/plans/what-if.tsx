import { useMutation, useQuery } from '@tanstack/react-query';
import type { Trip } from '#shared/contract/trips.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { api } from '../../api/api.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { offerUndo } from '../../ui/forms/undo-notice.tsx';
import { changeLabel, differenceLabel } from './plan-labels.ts';
import { whatIfQuery } from './plan-queries.ts';
import classes from './plans.module.css';

/** What one change to the question would save or cost; a click makes it, and a click takes it back. */
export function WhatIf({ trip, question }: { trip: Trip; question: TripQuestion }) {
  const lines = useQuery(whatIfQuery(question));
  const { tripId, title, notes, starts, ends } = trip;
  const change = useMutation({
    mutationFn: (next: TripQuestion) =>
      api.trips.change({ tripId, title, notes, starts, ends, question: next }),
  });
  if (lines.isLoadingError)
    return (
      <FailureNotice
        error={lines.error}
        title="What if could not be counted"
        onRetry={() => void lines.refetch()}
      />
    );
  if (lines.data === undefined || lines.data.length === 0) return null;
  return (
    <section aria-labelledby="what-if" className={classes.part}>
      <h3 id="what-if">What if</h3>
      {change.isError && <FailureNotice error={change.error} title="The trip was not changed" />}
      <ul aria-label="What if" className={classes.whatIf}>
        {lines.data.map((line) => {
          const label = changeLabel(line);
          return (
            <li key={label}>
              <button
                type="button"
                data-saves={(line.miles !== null && line.miles < 0) || undefined}
                onClick={() =>
                  change.mutate(line.question, {
                    onSuccess: () => offerUndo(`${label}: changed.`, () => change.mutate(question)),
                  })
                }
              >
                {label} <span className={classes.figure}>{differenceLabel(line)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
