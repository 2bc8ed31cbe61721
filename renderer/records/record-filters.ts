/** Every filter of records: its words, how it is taken back, and its field. One without an entry is a type error. */

import { routeName } from '#shared/award-search/search-name.ts';
import type { RecordFilter } from '#shared/contract/awards.ts';
import type { ContractClient } from '#shared/contract/index.ts';
import { localDay } from '#shared/dates.ts';
import { withNote } from '#shared/facts/in-use.ts';
import { dateSpan, formatNumber, listLabel, plainDate, plural, WEEKDAY_NAMES } from '#shared/formats.ts';
import { airlineLabel, airlinesTitle } from '#shared/places/airlines.ts';
import { namedNote } from '#shared/places/named.ts';
import { programmeLabel } from '#shared/places/programmes.ts';
import { sourceName } from '#shared/record-kinds/record-kinds.ts';
import { weekOrder } from './calendar-layout.ts';
import { flyingTimeLabel } from './flight-labels.ts';

type Name = keyof RecordFilter;
export type FilterName = Name;

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

type Counted = readonly { value: string; count: number; name?: string }[];

/** The values that records of a scope have. */
export type Found = Awaited<ReturnType<ContractClient['results']['facets']>> & { tags: Counted };

/** Its field among the more filters, for a filter that is not set elsewhere. */
export type FilterControl = {
  label: string;
  /** Whether it takes half of the width. */
  isHalf?: true;
} & (
  | {
      kind: 'list';
      /** What stands in the field while nothing is chosen. */
      all: string;
      found: (found: Found | undefined) => Counted | undefined;
      nameOf?: (found: Found | undefined) => (value: string) => string;
      isLong?: true;
      /** Whether it is there only where there are several. */
      isForSeveral?: true;
    }
  | {
      kind: 'day';
      pickLabel: string;
      /** The day that its calendar opens at. */
      near?: (found: Found | undefined) => string | null | undefined;
      /** Whether the filter is an instant, the day's beginning, in UTC ms. */
      isInstant?: true;
    }
  | { kind: 'weekdays' }
  | { kind: 'choice'; choices: readonly (readonly [value: string | number | undefined, label: string])[] }
  /** @property needs without which it means nothing */
  | { kind: 'tick'; needs?: Name }
  /** @property unit what one of the field counts in the filter */
  | { kind: 'number'; least: number; most: number; unit?: number }
  | { kind: 'text'; example: string }
);

type Definition<Each extends Name> = {
  /** Null where another member's words include it. */
  words: (value: NonNullable<RecordFilter[Each]>, filter: RecordFilter, context: Context) => string | null;
  /** Where it is usual: what shows besides, once it is not asked for. */
  unasked?: string;
  /** Members that its words include. */
  with?: readonly Name[];
  control?: FilterControl;
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
  pair: readonly [Name, Name],
  own: Each,
  label: (filter: RecordFilter) => string,
): Definition<Each> => ({
  words: (_value, filter) => (pair.find((name) => filter[name] !== undefined) === own ? label(filter) : null),
  with: pair,
});

const DAYS = ['from', 'until'] as const;
const MILES = ['milesMin', 'milesMax'] as const;
const ROUTE = ['origins', 'destinations'] as const;

const nameOfSource =
  (sources: Context['sources'] = []) =>
  (source: string): string =>
    sources.find(({ value }) => value === source)?.name ?? sourceName({ source });

/** In the order in which they are named and set. */
const FILTERS: { readonly [Each in Name]-?: Definition<Each> } = {
  text: { words: (text) => withNote(`“${text}”`, namedNote(text)) },
  available: {
    words: (available) => (available ? 'award space' : 'no award space'),
    unasked: 'also without award space',
  },
  enoughSeats: {
    words: () => 'enough seats',
    unasked: 'also with too few seats',
    control: { kind: 'tick', label: 'Only with seats for all travellers' },
  },
  milesMin: together(MILES, 'milesMin', milesLabel),
  milesMax: together(MILES, 'milesMax', milesLabel),
  seatsMin: {
    words: (seats, { seatsNotGiven }) =>
      seatsNotGiven === true
        ? `${plural(seats, 'seat')} or more, or not given`
        : `${plural(seats, 'seat')} or more`,
    with: ['seatsMin', 'seatsNotGiven'],
  },
  direct: { words: (direct) => (direct ? 'direct' : 'not direct') },
  programmes: {
    words: (names) => listLabel(names.map(programmeLabel), 'one'),
    control: {
      kind: 'list',
      label: 'Programmes',
      all: 'All programmes',
      found: (found) => found?.programmes,
      nameOf: () => programmeLabel,
      isLong: true,
    },
  },
  airlines: {
    words: (codes) => listLabel(codes.map(airlineLabel), 'one'),
    control: {
      kind: 'list',
      label: 'Airlines',
      all: 'All airlines',
      found: (found) => found?.airlines,
      nameOf: () => airlinesTitle,
      isLong: true,
    },
  },
  sources: {
    words: (chosen, _filter, { sources }) => `source: ${listLabel(chosen.map(nameOfSource(sources)), 'one')}`,
    control: {
      kind: 'list',
      label: 'Sources',
      all: 'All sources',
      found: (found) => found?.sources,
      nameOf: (found) => nameOfSource(found?.sources),
      isForSeveral: true,
    },
  },
  originRegions: {
    words: (names) => `from ${names.join(', ')}`,
    control: {
      kind: 'list',
      label: 'From regions',
      all: 'All regions',
      found: (found) => found?.originRegions,
      isHalf: true,
    },
  },
  destinationRegions: {
    words: (names) => `to ${names.join(', ')}`,
    control: {
      kind: 'list',
      label: 'To regions',
      all: 'All regions',
      found: (found) => found?.destinationRegions,
      isHalf: true,
    },
  },
  newSince: {
    words: (at) => `new since ${plainDate(localDay(at))}`,
    control: {
      kind: 'day',
      label: 'New since',
      pickLabel: 'Calendar for new since',
      isInstant: true,
      isHalf: true,
    },
  },
  tags: {
    words: (tags) => `tagged ${listLabel(tags, 'one')}`,
    control: { kind: 'list', label: 'Tags', all: 'Any', found: (found) => found?.tags, isHalf: true },
  },
  from: {
    ...together(DAYS, 'from', daysLabel),
    control: {
      kind: 'day',
      label: 'From',
      pickLabel: 'Calendar for the first day',
      near: (found) => found?.dateMin,
      isHalf: true,
    },
  },
  until: {
    ...together(DAYS, 'until', daysLabel),
    control: {
      kind: 'day',
      label: 'Until',
      pickLabel: 'Calendar for the last day',
      near: (found) => found?.dateMax,
      isHalf: true,
    },
  },
  origins: together(ROUTE, 'origins', routeLabel),
  destinations: together(ROUTE, 'destinations', routeLabel),
  stopsMax: {
    words: (stops) => (stops === 0 ? 'no stops' : `at most ${plural(stops, 'stop')}`),
    control: { kind: 'number', label: 'Most stops', least: 0, most: 9, isHalf: true },
  },
  minutesMax: {
    words: (minutes) => `at most ${flyingTimeLabel(minutes)}`,
    control: { kind: 'number', label: 'Longest, in hours', least: 1, most: 100, unit: 60, isHalf: true },
  },
  tripDetails: {
    words: (wanted) => `${wanted ? 'with' : 'without'} trip details`,
    control: { kind: 'tick', label: 'With trip details' },
  },
  flown: {
    words: (words) => `flown with “${words}”`,
    control: { kind: 'text', label: 'Flight, aircraft or cabin', example: 'BA5, A350…' },
  },
  weekdays: {
    words: (days) =>
      weekOrder()
        .filter((day) => days.includes(day))
        .map((day) => WEEKDAY_NAMES[day])
        .join(', '),
    control: { kind: 'weekdays', label: 'Days of the week' },
  },
  cheapest: {
    words: (percent) => `among the cheapest ${percent}%`,
    control: {
      kind: 'choice',
      label: 'Is it a good price?',
      choices: [
        [undefined, 'Any price'],
        ...[5, 10, 25, 50].map(
          (percent) => [percent, `Among the cheapest ${percent}% of dates seen`] as const,
        ),
      ],
    },
  },
  wallet: {
    words: (how) => (how === 'bookable' ? 'bookable now' : 'bookable, with transfers'),
    control: {
      kind: 'choice',
      label: 'With your wallet',
      choices: [
        [undefined, 'Any award'],
        ['bookable', 'Bookable now'],
        ['transfer', 'Bookable now or with transfers'],
      ],
    },
  },
  starred: {
    words: (starred) => (starred ? 'starred' : 'not starred'),
    control: { kind: 'tick', label: 'Starred' },
  },
  seatsNotGiven: {
    words: () => null,
    control: { kind: 'tick', label: 'Keep records without a seat count', needs: 'seatsMin' },
  },
  flagged: {
    words: (flagged) => (flagged ? 'flagged' : 'not flagged'),
    control: { kind: 'tick', label: 'Flagged: unexpected details' },
  },
};

const NAMES = Object.keys(FILTERS) as Name[];
const filterNamed = (name: Name) => FILTERS[name] as Definition<Name>;

/** The words of one member; null where nothing is to be said of it. */
function wordsOf(name: Name, filter: RecordFilter, context: Context): string | null {
  const { words, unasked = null } = filterNamed(name);
  const [value, usual] = [filter[name], context.usual?.[name]];
  if (value === usual) return null;
  return value === undefined ? unasked : words(value as never, filter, context);
}

/** The active filters, each in words. */
export const filterLabels = (filter: RecordFilter, context: Context = {}): FilterLabel[] =>
  NAMES.flatMap((name) => {
    const words = wordsOf(name, filter, context);
    const members = [...(filterNamed(name).with ?? [name])];
    return words === null || words === '' ? [] : [{ id: name, words, members }];
  });

/** The filters beyond the row of fields, with their own fields. */
export const MORE_FILTERS: readonly { name: Name; control: FilterControl }[] = NAMES.flatMap((name) => {
  const { control } = filterNamed(name);
  return control === undefined ? [] : [{ name, control }];
});

/** How many of them are in force; one that belongs to another is counted with it. */
export const countMoreFilters = (filter: RecordFilter, { usual }: Context): number =>
  MORE_FILTERS.filter(({ name, control }) => !('needs' in control) && filter[name] !== usual?.[name]).length;
