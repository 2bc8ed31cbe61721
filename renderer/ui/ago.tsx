import { absoluteTime } from '#shared/formats.ts';
import classes from './components.module.css';
import { useNow } from './now.ts';
import { ageLabel, agesLabel, agoLabel, isAhead, stalenessOf } from './relative-time.ts';

/** A time, relative in place ("2 h ago") and absolute on hover. @param at UTC ms */
export function Ago({ at }: { at: number }) {
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={absoluteTime(at)}>
      {agoLabel(at, now)}
    </time>
  );
}

/** How old several things are, by the colour of the newest, the times themselves on hover. @param newest @param oldest UTC ms */
export function Ages({ newest, oldest }: { newest: number; oldest: number }) {
  const now = useNow();
  return (
    <span
      className={classes.aged}
      data-staleness={stalenessOf(newest, now)}
      title={`${absoluteTime(newest)} to ${absoluteTime(oldest)}`}
    >
      {agesLabel(newest, oldest, now)}
    </span>
  );
}

/** The age of something that ages: its colour and a word show when it can no longer be relied upon. @param at UTC ms */
export function Aged({ at }: { at: number }) {
  const now = useNow();
  const staleness = stalenessOf(at, now);
  return (
    <time
      className={classes.aged}
      data-staleness={staleness}
      dateTime={new Date(at).toISOString()}
      title={absoluteTime(at)}
    >
      {staleness === 'stale' && !isAhead(at, now) ? `stale, ${ageLabel(at, now)}` : ageLabel(at, now)}
    </time>
  );
}
