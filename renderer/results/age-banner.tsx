import { memo } from 'react';
import { absoluteTime } from '#shared/formats.ts';
import classes from '../records/results.module.css';
import { useNow } from '../ui/now.ts';
import { isAhead, spanLabel, stalenessOf } from '../ui/relative-time.ts';

/** In words, why what is shown should not be relied upon by its age; null where nothing is to be said. Times in UTC ms. */
export function ageWarning(newestAt: number, now: number): string | null {
  if (isAhead(newestAt, now))
    return 'This is dated in the future: the clock of this machine was wrong when it came, or is wrong now. How old it is, is not known.';
  return stalenessOf(newestAt, now) === 'stale'
    ? `The newest of this was seen ${spanLabel(now - newestAt)} ago. Award space changes within days: run the search again before you rely on it.`
    : null;
}

/** Above what is old or of unknown age; nothing otherwise. @param newestAt UTC ms */
export const AgeBanner = memo(function AgeBanner({ newestAt }: { newestAt: number }) {
  const warning = ageWarning(newestAt, useNow());
  return (
    warning !== null && (
      <section className={classes.extent} aria-label="How old it is">
        <p title={absoluteTime(newestAt)}>{warning}</p>
      </section>
    )
  );
});
