/** The filters in words: of each where it is set, and how it is taken back. A filter without an entry is a type error. */

import { routeName } from '#shared/award-search/search-name.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { dateSpan, formatNumber, listLabel, plainDate, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airlineLabel } from '#shared/places/airlines.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { weekOrder } from './calendar-layout.ts';
import { flyingTimeLabel } from './flight-labels.ts';

type Name = keyof RecordFilter;

export type FilterLabel = {
  id: string;
  words: string;
  /** The members that it names. */
  members: Name[];
};

/** What words need besides the filter. */
type Context = {
  /** The names of the scope's sources: the first one's own word does not include its provider. */
  sources?: readonly { value: string; name: string }[] | undefined;
  /** What is filtered without being asked for: only what differs from it is named. */
  usual?: RecordFilter;
};

type Label<Each extends Name> = {
  /** Where it is set: in the row of fields, or among the more filters; null where it belongs to another. */
  at: 'bar' | 'more' | null;
  /** Null where another member's words include it. */
  words: (value: NonNullable<RecordFilter[Each]>, filter: RecordFilter, context: Context) => string | null;
  /** Where it is usual: what shows besides, once it is not asked for. */
  unasked?: string;
  /** Members that its words include. */
  with?: readonly Name[];
};

const milesLabel = ({ milesMin, milesMax }: RecordFilter): string =>
  milesMin !== undefined && milesMax !== undefined
    ? `${formatNumber(milesMin)} to ${formatNumber(milesMax)} miles`
    : milesMin !== undefined
      ? `at least ${formatNumber(milesMin)} miles`
      : `at most ${formatNumber(milesMax ?? 0)} miles`;

const daysLabel = ({ from, until }: RecordFilter): string =>
  from !== undefined && until !== undefined
    ? dateSpan(from, until)
    : from !== undefined
      ? `from ${plainDate(from)}`
      : `until ${plainDate(until ?? '')}`;

const routeLabel = ({ origins = [], destinations = [] }: RecordFilter): string =>
  routeName(origins, destinations);

/** Words of two members: those of the first that is given. */
const together = <Each extends Name>(
  at: Label<Each>['at'],
  pair: readonly [Name, Name],
  own: Each,
  label: (filter: RecordFilter) => string,
): Label<Each> => ({
  at,
  words: (_value, filter) => (pair.find((name) => filter[name] !== undefined) === own ? label(filter) : null),
  with: pair,
});

const DAYS = ['from', 'until'] as const;
const MILES = ['milesMin', 'milesMax'] as const;
const ROUTE = ['origins', 'destinations'] as const;

/** In the order in which they are named. */
const LABELS: { readonly [Each in Name]-?: Label<Each> } = {
  text: { at: 'bar', words: (text) => `“${text}”` },
  available: {
    at: 'bar',
    words: (available) => (available ? 'award space' : 'no award space'),
    unasked: 'also without award space',
  },
  enoughSeats: { at: null, words: () => 'enough seats', unasked: 'also with too few seats' },
  milesMin: together('bar', MILES, 'milesMin', milesLabel),
  milesMax: together('bar', MILES, 'milesMax', milesLabel),
  seatsMin: {
    at: 'bar',
    words: (seats, { seatsNotGiven }) =>
      seatsNotGiven === true
        ? `${plural(seats, 'seat')} or more, or not given`
        : `${plural(seats, 'seat')} or more`,
    with: ['seatsMin', 'seatsNotGiven'],
  },
  seatsNotGiven: { at: null, words: () => null },
  direct: { at: 'bar', words: (direct) => (direct ? 'direct' : 'not direct') },
  airlines: { at: 'more', words: (codes) => listLabel(codes.map(airlineLabel), 'one') },
  programmes: { at: 'more', words: (names) => listLabel(names.map(programmeLabel), 'one') },
  sources: {
    at: 'more',
    words: (chosen, _filter, { sources = [] }) =>
      `source: ${listLabel(
        chosen.map((source) => sources.find(({ value }) => value === source)?.name ?? sourceName({ source })),
        'one',
      )}`,
  },
  weekdays: {
    at: 'more',
    words: (days) =>
      weekOrder()
        .filter((day) => days.includes(day))
        .map((day) => WEEKDAY_NAMES[day])
        .join(', '),
  },
  from: together('more', DAYS, 'from', daysLabel),
  until: together('more', DAYS, 'until', daysLabel),
  origins: together(null, ROUTE, 'origins', routeLabel),
  destinations: together(null, ROUTE, 'destinations', routeLabel),
  flagged: { at: 'more', words: (flagged) => (flagged ? 'flagged' : 'not flagged') },
  originRegions: { at: 'more', words: (names) => `from ${names.join(', ')}` },
  destinationRegions: { at: 'more', words: (names) => `to ${names.join(', ')}` },
  newSince: { at: 'more', words: (at) => `new since ${plainDate(localDay(at))}` },
  starred: { at: 'more', words: (starred) => (starred ? 'starred' : 'not starred') },
  cheapest: { at: 'more', words: (percent) => `among the cheapest ${percent}%` },
  wallet: { at: 'more', words: (how) => (how === 'bookable' ? 'bookable now' : 'bookable, with transfers') },
  tripDetails: { at: 'more', words: (wanted) => `${wanted ? 'with' : 'without'} trip details` },
  stopsMax: { at: 'more', words: (stops) => (stops === 0 ? 'no stops' : `at most ${plural(stops, 'stop')}`) },
  minutesMax: { at: 'more', words: (minutes) => `at most ${flyingTimeLabel(minutes)}` },
  flown: { at: 'more', words: (words) => `flown with “${words}”` },
  tags: { at: 'more', words: (tags) => `tagged ${listLabel(tags, 'one')}` },
};

const NAMES = Object.keys(LABELS) as Name[];

/** The words of one member; null where nothing is to be said of it. */
function wordsOf(name: Name, filter: RecordFilter, context: Context): string | null {
  const label = LABELS[name] as Label<Name>;
  const [value, usual] = [filter[name], context.usual?.[name]];
  if (value === usual) return null;
  return value === undefined ? (label.unasked ?? null) : label.words(value as never, filter, context);
}

/** The active filters, each in words. */
export const filterLabels = (filter: RecordFilter, context: Context = {}): FilterLabel[] =>
  NAMES.flatMap((name) => {
    const words = wordsOf(name, filter, context);
    const members = [...((LABELS[name] as Label<Name>).with ?? [name])];
    return words === null || words === '' ? [] : [{ id: name, words, members }];
  });

/** How many of the more filters are in force. */
export const moreFilters = (filter: RecordFilter, context: Context): number =>
  NAMES.filter((name) => LABELS[name].at === 'more' && filter[name] !== context.usual?.[name]).length;
