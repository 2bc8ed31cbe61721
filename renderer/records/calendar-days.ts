/** What the calendar knows about each day, and its wording. Pure. */
import { type CalendarDate, weekday } from '#shared/dates.ts';
import { formatNumber, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { cityLabel, routeNames } from '#shared/places/names.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { milesLabel } from './award-labels.ts';
import { monthTitle } from './calendar-layout.ts';

/** A day of the contract's calendar. */
export type ShownDay = {
  date: CalendarDate;
  miles: number | null;
  /** Of the cheapest. */
  programme?: string | undefined;
  origin?: string | undefined;
  destination?: string | undefined;
  seats: number | null;
  withSpace: number;
  records: number;
  /** Reading stopped within this day: it may have more. */
  partly?: true | undefined;
};

export type DayState =
  /** Award space passes the filters; `miles` null where none of it states its miles. */
  | ({ kind: 'space' } & Omit<ShownDay, 'date'>)
  /** Read, without award space among what passes the filters, or at all; 0 records where there are none. */
  | { kind: 'none'; records: number; partly?: true | undefined }
  /** Read with award space, none of which passes the filters. */
  | { kind: 'filtered' }
  /** Never read: nothing is known of it. */
  | { kind: 'unseen' }
  /** Not requested, and nothing is known of it. */
  | { kind: 'outside' };

/**
 * The state of every known day. A day that is in neither list was not read.
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
    // A day with space of which nothing passes is not a day without space.
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

/** `Sunday 14 March 2027`, abbreviated: `Sun 14 March 2027`. */
export const dayTitle = (date: CalendarDate): string =>
  `${WEEKDAY_NAMES[weekday(date)]} ${Number(date.slice(8))} ${monthTitle(date.slice(0, 7))}`;

/**
 * Names the place of a day's cheapest record, where the days have several: where it goes, where it starts, or both by
 * their codes; empty where all days are of the same two cities.
 */
export function placeNames(
  days: readonly ShownDay[],
): (day: Pick<ShownDay, 'origin' | 'destination'>) => string {
  const several = (end: 'origin' | 'destination') =>
    new Set(days.flatMap((day) => (day[end] === undefined ? [] : cityLabel(day[end])))).size > 1;
  const [froms, tos] = [several('origin'), several('destination')];
  return ({ origin, destination }) => {
    if (origin === undefined || destination === undefined) return '';
    if (froms && tos) return `${origin} → ${destination}`;
    return tos ? cityLabel(destination) : froms ? `from ${cityLabel(origin)}` : '';
  };
}

/** What the sign before the miles of a day means, where it occurs; otherwise empty. */
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
        ...(state.miles !== null && state.origin !== undefined && state.destination !== undefined
          ? [routeNames({ origin: state.origin, destination: state.destination })]
          : []),
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
