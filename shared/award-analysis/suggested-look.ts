import { type CalendarDate, daysBetween } from '../calendar-date.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Looking more often than this finds what the look before found. */
export const SHORTEST_MS = 6 * HOUR_MS;
/** Whoever watches wants to hear at least so often, even of a departure that is a year away. */
export const LONGEST_MS = 7 * DAY_MS;
/** Of the days that are left until departure, one in so many passes between two looks. */
const PART_OF_THE_WAIT = 10;
/** A search that changes all the time is looked at so many times as often as one that never did. */
const MOST_EAGER = 4;
/** What happened longer ago than so many looks says little about the next. */
export const LOOKS_COUNTED = 8;

/** One asking of a search. */
export type Look = {
  /** UTC ms. */
  at: number;
  /** Whether it found anything else than the look before it; null for the first, which has none before it. */
  changed: boolean | null;
};

export type LookQuestion = {
  /** Oldest first. */
  looks: readonly Look[];
  /** The travel days that are searched; null where the search leaves that end open. */
  from: CalendarDate | null;
  until: CalendarDate | null;
  /** Today on the person's own calendar. */
  today: CalendarDate;
};

export type SuggestedLook =
  /** Its last date has passed: there is nothing to look for any more. */
  | { kind: 'over' }
  /** `at` in UTC ms; it may lie in the past, then a look is due. `everyMs` is how long after the last look that is. */
  | { kind: 'at'; at: number; everyMs: number; changes: number; of: number };

/** How long a search may go without a look because of its departure alone, in ms. */
export function longestWait(from: CalendarDate | null, today: CalendarDate): number {
  if (from === null) return LONGEST_MS;
  const days = Math.max(0, daysBetween(today, from));
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (days * DAY_MS) / PART_OF_THE_WAIT));
}

/**
 * The time after which a search has changed as likely as not, in ms, from how often it was found changed; null where it
 * was looked at only once. Changes are taken to come at random at a steady rate; a look tells whether there was any
 * since the look before, not how many, which the estimate of Cho and Garcia-Molina (2003) accounts for.
 */
export function evenChance(looks: readonly Look[]): number | null {
  const counted = looks.slice(-LOOKS_COUNTED);
  const first = counted[0];
  const last = counted.at(-1);
  if (first === undefined || last === undefined || counted.length < 2) return null;
  const spans = counted.length - 1;
  const span = Math.max(1, (last.at - first.at) / spans);
  const quiet = counted.slice(1).filter((look) => look.changed !== true).length;
  const rate = -Math.log((quiet + 0.5) / (spans + 0.5)) / span;
  // Never seen to change: no rate, so no time after which it has.
  return rate <= 0 ? Number.POSITIVE_INFINITY : Math.log(2) / rate;
}

/**
 * When a search is worth its next look. The nearer the departure, the sooner: a tenth of the wait passes between two
 * looks, at least six hours and at most a week. Within that, one that was found changed often is looked at sooner, up
 * to four times as often: about when it has changed again as likely as not.
 */
export function suggestedLook({ looks, from, until, today }: LookQuestion): SuggestedLook {
  if (until !== null && daysBetween(today, until) < 0) return { kind: 'over' };
  const counted = looks.slice(-LOOKS_COUNTED);
  const most = longestWait(from, today);
  const least = Math.max(SHORTEST_MS, most / MOST_EAGER);
  const everyMs = Math.round(Math.min(most, Math.max(least, evenChance(looks) ?? most)));
  return {
    kind: 'at',
    at: (counted.at(-1)?.at ?? 0) + everyMs,
    everyMs,
    changes: counted.slice(1).filter((look) => look.changed === true).length,
    of: Math.max(0, counted.length - 1),
  };
}
