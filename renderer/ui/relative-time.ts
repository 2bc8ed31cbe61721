const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MONTH = (365.25 / 12) * DAY;

/** A span in its largest whole unit: `40 s`, `2 h`, `3 d`, `10 mo`. Milliseconds in; never negative. */
export function spanLabel(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < 2 * DAY) return `${Math.floor(span / HOUR)} h`;
  if (span < 90 * DAY) return `${Math.floor(span / DAY)} d`;
  if (span < 24 * MONTH) return `${Math.floor(span / MONTH)} mo`;
  return `${Math.floor(span / (12 * MONTH))} y`;
}

/**
 * How long ago: `just now` within ten seconds, otherwise `2 h ago`. A time up to a minute ahead also counts as now,
 * because clocks differ and the display is updated less often; `in 5 min` beyond that.
 */
export function agoLabel(then: number, now: number): string {
  const span = now - then;
  if (span < -MINUTE) return `in ${spanLabel(-span)}`;
  return span < 10_000 ? 'just now' : `${spanLabel(span)} ago`;
}

/** Whether something that has happened is dated later than now: a clock was or is wrong, so its age is not known. */
export const isAhead = (then: number, now: number): boolean => then - now > MINUTE;

/** How long ago something was seen; `dated ahead` where a wrong clock dated it. */
export const seenLabel = (then: number, now: number): string =>
  isAhead(then, now) ? 'dated ahead' : agoLabel(then, now);

/** How old: `just now` within a minute, otherwise `2 h old`; `dated ahead` where a wrong clock dated it. */
export function ageLabel(then: number, now: number): string {
  if (isAhead(then, now)) return 'dated ahead';
  return now - then < MINUTE ? 'just now' : `${spanLabel(now - then)} old`;
}

/** How old several things are: `2 h to 3 d old`, or as of one thing where all are about as old. */
export function agesLabel(newest: number, oldest: number, now: number): string {
  const [young, old] = [ageLabel(newest, now), ageLabel(oldest, now)];
  return young === old ? old : `${young.replace(/ old$/, '')} to ${old}`;
}

/** How far something that was read can be trusted by its age alone. */
export type Staleness = 'fresh' | 'ageing' | 'stale';

/** Award space read today is fresh, this week ageing, and stale after that, or if its age is not known. */
export function stalenessOf(then: number, now: number): Staleness {
  if (isAhead(then, now)) return 'stale';
  const age = now - then;
  return age < DAY ? 'fresh' : age < 7 * DAY ? 'ageing' : 'stale';
}
