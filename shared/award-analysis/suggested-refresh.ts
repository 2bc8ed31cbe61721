import { type CalendarDate, DAY_MS, daysBetween } from '../dates.ts';

const HOUR_MS = 3_600_000;

/** Refreshing more often than this finds nothing new. */
const SHORTEST_MS = 6 * HOUR_MS;
/** A watched search is refreshed at least this often, even for a departure a year away. */
const LONGEST_MS = 7 * DAY_MS;
/** The days left until departure, divided by this, are the wait between two refreshes. */
const PART_OF_THE_WAIT = 10;
/** A search that changes all the time is refreshed at most this many times as often as one that never did. */
const MAX_EAGER = 4;
/** Earlier refreshes than these say little about the next. */
export const REFRESHES_COUNTED = 8;

/** One run of a search. */
export type Refresh = {
  /** UTC ms. */
  at: number;
  /** Whether it found anything different from the refresh before it; null for the first. */
  changed: boolean | null;
};

export type RefreshQuestion = {
  /** Oldest first. */
  refreshes: readonly Refresh[];
  /** The travel days that are searched; null where the search leaves that end open. */
  from: CalendarDate | null;
  until: CalendarDate | null;
  /** Today on the user’s own calendar. */
  today: CalendarDate;
};

export type SuggestedRefresh =
  /** Its last date has passed: a refresh cannot find anything. */
  | { kind: 'over' }
  /** `at` in UTC ms; where it is in the past, a refresh is due. `everyMs` is the time from the last refresh to `at`. */
  | { kind: 'at'; at: number; everyMs: number; changes: number; of: number };

/** The longest time without a refresh, in ms, by the departure alone. */
function longestWait(from: CalendarDate | null, today: CalendarDate): number {
  if (from === null) return LONGEST_MS;
  const days = Math.max(0, daysBetween(today, from));
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (days * DAY_MS) / PART_OF_THE_WAIT));
}

/**
 * The time in ms after which a search has changed with a probability of one half, from how often its refreshes found a
 * change; null with fewer than two refreshes. Changes are assumed to happen at random at a steady rate. A refresh shows
 * whether there was any since the one before, not how many, which the estimate of Cho and Garcia-Molina (2003) accounts
 * for.
 */
export function evenChance(refreshes: readonly Refresh[]): number | null {
  const [first, ...later] = refreshes.slice(-REFRESHES_COUNTED);
  const last = later.at(-1);
  if (first === undefined || last === undefined) return null;
  const spans = later.length;
  const span = Math.max(1, (last.at - first.at) / spans);
  const quiet = later.filter((refresh) => refresh.changed !== true).length;
  const rate = -Math.log((quiet + 0.5) / (spans + 0.5)) / span;
  // Never seen to change: there is no rate, and so no such time.
  return rate <= 0 ? Number.POSITIVE_INFINITY : Math.log(2) / rate;
}

/**
 * When the next refresh of a search is worthwhile. The nearer the departure, the sooner: after a tenth of the time
 * left, at least six hours and at most a week. A search that changed often is refreshed up to four times sooner: about
 * when it has changed again with a probability of one half.
 */
export function suggestedRefresh({ refreshes, from, until, today }: RefreshQuestion): SuggestedRefresh {
  if ((until ?? today) < today) return { kind: 'over' };
  const later = refreshes.slice(-REFRESHES_COUNTED).slice(1);
  const most = longestWait(from, today);
  const least = Math.max(SHORTEST_MS, most / MAX_EAGER);
  const everyMs = Math.round(Math.min(most, Math.max(least, evenChance(refreshes) ?? most)));
  return {
    kind: 'at',
    at: (refreshes.at(-1)?.at ?? 0) + everyMs,
    everyMs,
    changes: later.filter((refresh) => refresh.changed === true).length,
    of: later.length,
  };
}
