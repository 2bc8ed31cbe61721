/** What the calendar knows of each day, and in which words. Pure. */
import { type CalendarDate, weekday } from '#shared/dates.ts';
import { formatNumber, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { milesLabel } from './award-labels.ts';
import { monthTitle } from './calendar-layout.ts';

/** A day as the contract's calendar tells it. */
export type ShownDay = {
  date: CalendarDate;
  miles: number | null;
  /** Of the cheapest. */
  programme?: string | undefined;
  seats: number | null;
  withSpace: number;
  records: number;
  /** The reading ended within this day: it may have more. */
  partly?: true | undefined;
};

export type DayState =
  /** Award space passes the filters; `miles` null where none of it tells its miles. */
  | ({ kind: 'space' } & Omit<ShownDay, 'date'>)
  /** Seen, and no award space in what passes the filters, or in anything that was seen; 0 records where none came. */
  | { kind: 'none'; records: number; partly?: true | undefined }
  /** Seen with award space, but nothing of it passes the filters. */
  | { kind: 'filtered' }
  /** Never seen: nothing is known of it. */
  | { kind: 'unseen' }
  /** Not asked for, and nothing is known of it. */
  | { kind: 'outside' };

/**
 * The state of every day that is known of. A day that is in neither list was not seen.
 * @param passing days of what passes the filters
 * @param all days of the whole scope, without filters
 */
export function dayStates(
  passing: readonly ShownDay[],
  all: readonly ShownDay[],
): Map<CalendarDate, DayState> {
  const states = new Map<CalendarDate, DayState>();
  for (const { date, withSpace, records, partly } of all)
    states.set(date, withSpace > 0 ? { kind: 'filtered' } : none(records, partly));
  for (const { date, ...day } of passing) {
    if (day.withSpace > 0) states.set(date, { kind: 'space', ...day });
    else if (day.records > 0) states.set(date, none(day.records, day.partly));
    // A day with space of which nothing passes must not be called a day without space.
    else if (!states.has(date)) states.set(date, { kind: 'filtered' });
  }
  return states;
}

const none = (records: number, partly: true | undefined): DayState => ({
  kind: 'none',
  records,
  ...(partly && { partly }),
});

const partly = (words: string): string => `${words}. Read in part: there may be more`;

/** `Sunday 14 March 2027` in short: `Sun 14 March 2027`. */
export const dayTitle = (date: CalendarDate): string =>
  `${WEEKDAY_NAMES[weekday(date)]} ${Number(date.slice(8))} ${monthTitle(date.slice(0, 7))}`;

/** What the sign before the miles of a day means, where it stands; empty elsewhere. */
export function partlyLabel(days: readonly ShownDay[]): string {
  const day = days.find(({ partly }) => partly);
  return day === undefined ? '' : '≤: read in part, there may be cheaper.';
}

/** @param isPast whether the day has departed */
export const dayLabel = (state: DayState, isPast = false): string =>
  isPast ? `departed; ${stateLabel(state)}` : stateLabel(state);

function stateLabel(state: DayState): string {
  switch (state.kind) {
    case 'space': {
      const miles = state.miles === null ? 'miles not given' : `cheapest ${milesLabel(state.miles)} miles`;
      const seats = state.seats === null ? 'seats not given' : `most seats ${formatNumber(state.seats)}`;
      const words = [
        miles,
        ...(state.miles !== null && state.programme ? [programmeLabel(state.programme)] : []),
        seats,
        `space in ${formatNumber(state.withSpace)} of ${plural(state.records, 'record')}`,
      ].join(', ');
      return state.partly ? partly(words) : words;
    }
    case 'none': {
      if (state.records === 0) return 'read, no results';
      const words = `no award space in ${plural(state.records, 'record')}`;
      return state.partly ? partly(words) : words;
    }
    case 'filtered':
      return 'award space, but nothing passes the filters';
    case 'unseen':
      return 'not read yet';
    case 'outside':
      return 'not part of the search';
  }
}
