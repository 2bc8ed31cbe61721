/** What the calendar knows of each day, and in which words. Pure. */
import { type CalendarDate, weekday } from '#shared/calendar-date.ts';
import { formatNumber, milesWords, plural, WEEKDAY_NAMES } from './award-words.ts';
import { monthTitle } from './calendar-layout.ts';

/** A day as the contract's calendar tells it. */
export type ToldDay = {
  date: CalendarDate;
  miles: number | null;
  seats: number | null;
  withSpace: number;
  records: number;
};

export type DayState =
  /** Award space passes the filters; `miles` null where none of it tells its miles. */
  | { kind: 'space'; miles: number | null; seats: number | null; withSpace: number; records: number }
  /** Seen, and no award space in what passes the filters, or in anything that was seen. */
  | { kind: 'none'; records: number }
  /** Seen with award space, but nothing of it passes the filters. */
  | { kind: 'filtered' }
  /** Never seen: nothing is known of it. */
  | { kind: 'unseen' };

/**
 * The state of every day that is known of. A day that is in neither list was not seen.
 * @param passing days of what passes the filters
 * @param all days of the whole scope, without filters
 */
export function dayStates(passing: readonly ToldDay[], all: readonly ToldDay[]): Map<CalendarDate, DayState> {
  const states = new Map<CalendarDate, DayState>();
  for (const { date, withSpace, records } of all)
    states.set(date, withSpace > 0 ? { kind: 'filtered' } : { kind: 'none', records });
  for (const { date, ...day } of passing) {
    if (day.withSpace > 0) states.set(date, { kind: 'space', ...day });
    else if (day.records > 0) states.set(date, { kind: 'none', records: day.records });
    // A day with space of which nothing passes must not be called a day without space.
    else if (!states.has(date)) states.set(date, { kind: 'filtered' });
  }
  return states;
}

/** `Sunday 14 March 2027` in short: `Sun 14 March 2027`. */
export const dayTitle = (date: CalendarDate): string =>
  `${WEEKDAY_NAMES[weekday(date)]} ${Number(date.slice(8))} ${monthTitle(date.slice(0, 7))}`;

export function dayWords(state: DayState): string {
  switch (state.kind) {
    case 'space': {
      const miles = state.miles === null ? 'miles not given' : `cheapest ${milesWords(state.miles)} miles`;
      const seats = state.seats === null ? 'seat count not given' : `most seats ${formatNumber(state.seats)}`;
      return `${miles}, ${seats}, space in ${formatNumber(state.withSpace)} of ${plural(state.records, 'record')}`;
    }
    case 'none':
      return `no award space in ${plural(state.records, 'record')}`;
    case 'filtered':
      return 'seen with award space, but nothing passes the filters';
    case 'unseen':
      return 'not seen: nothing is known of this day';
  }
}
