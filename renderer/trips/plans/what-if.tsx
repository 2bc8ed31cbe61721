import { useMutation, useQuery } from '@tanstack/react-query';
import type { WhatIfLine } from '#shared/contract/planning.ts';
import type { Trip } from '#shared/contract/trips.ts';
import { plural } from '#shared/formats.ts';
import type { TripQuestion } from '#shared/planning/question.ts';
import { api } from '../../api/api.ts';
import { NotDone, NotRead } from '../../ui/failure-notice.tsx';
import { offerUndo } from '../../ui/forms/undo-notice.tsx';
import { changeLabel, differenceLabel, worseLabel } from './plan-labels.ts';
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
  if (lines.isLoadingError) return <NotRead of={lines} title="What if could not be counted" />;
  const counted = lines.data?.filter(({ total }) => total !== null) ?? [];
  // Where nothing that is stored answers a change, there is nothing to choose between.
  if (lines.data === undefined || counted.length === 0) return null;
  const telling = counted.filter(({ miles }) => miles !== 0);
  const same = counted.filter(({ miles }) => miles === 0);
  const unread = lines.data.filter(({ total }) => total === null);
  const choose = (line: WhatIfLine) =>
    change.mutate(line.question, {
      onSuccess: () => offerUndo(`${changeLabel(line)}: changed.`, () => change.mutate(question)),
    });
  return (
    <section aria-labelledby="what-if" className={classes.part}>
      <h3 id="what-if">What if</h3>
      <NotDone of={change} title="The trip was not changed" />
      <ul aria-label="What if" className={classes.whatIf}>
        {telling.map((line) => (
          <Line key={changeLabel(line)} line={line} onChoose={choose} />
        ))}
      </ul>
      {same.length + unread.length > 0 && (
        <details className={classes.unread}>
          <summary>
            {[
              ...(same.length === 0 ? [] : [`${plural(same.length, 'change')} at the same price`]),
              ...(unread.length === 0
                ? []
                : [`${plural(unread.length, 'change')} without a plan in what was read`]),
            ].join(', ')}
          </summary>
          <ul aria-label="Other changes" className={classes.whatIf}>
            {[...same, ...unread].map((line) => (
              <Line key={changeLabel(line)} line={line} onChoose={choose} />
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** One change with its figure; a click makes it. */
function Line({ line, onChoose }: { line: WhatIfLine; onChoose: (line: WhatIfLine) => void }) {
  return (
    <li>
      <button
        type="button"
        data-saves={(line.miles !== null && line.miles < 0 && line.worse.length === 0) || undefined}
        onClick={() => onChoose(line)}
      >
        {changeLabel(line)} <span className={classes.figure}>{differenceLabel(line)}</span>
        {worseLabel(line)}
      </button>
    </li>
  );
}
