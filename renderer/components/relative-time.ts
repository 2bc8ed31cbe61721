import { WORDS_LOCALE } from './local-days.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in its largest whole unit: `40 s`, `2 h`, `3 d`. Milliseconds in; never negative. */
export function spanWords(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / 1000)} s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < 2 * DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

/**
 * How long ago: `just now` within ten seconds, else `2 h ago`. A moment up to a minute ahead is now as well, because
 * clocks differ and what is drawn is renewed less often; `in 5 min` beyond that.
 */
export function agoWords(then: number, now: number): string {
  const span = now - then;
  if (span < -MINUTE) return `in ${spanWords(-span)}`;
  return span < 10_000 ? 'just now' : `${spanWords(span)} ago`;
}

/** How old: `under a minute old`, `2 h old`. */
export function ageWords(then: number, now: number): string {
  return now - then < MINUTE ? 'under a minute old' : `${spanWords(now - then)} old`;
}

/** Made once: making one takes far longer than using it, and long lists tell many moments. */
const inFull = new Intl.DateTimeFormat(WORDS_LOCALE, { dateStyle: 'full', timeStyle: 'long' });
const inShort = new Intl.DateTimeFormat(WORDS_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

/** The moment in full, in the person's own zone, with the zone named, in English as all words around it. */
export const absoluteTime = (at: number): string => inFull.format(at);

/** The moment in short, likewise: `20 Nov 2026, 17:46`. */
export const shortTime = (at: number): string => inShort.format(at);
