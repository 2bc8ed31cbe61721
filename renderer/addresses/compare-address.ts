/**
 * The state of Compare, as its address: the view, its columns with their filters and every choice, so that they survive
 * a restart and can be saved as a bookmark. An address edited by hand is read as far as possible; the rest is left out
 * and reported.
 */
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { type RecordFilter, recordFilterSchema, type Scope, scopeSchema } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';
import { plural } from '#shared/formats.ts';
import type { UnreadPart } from '../ui/unread-address.tsx';
import { type Codec, choice, codecs, flag, isObject, many, membersLeftOut, one, parsed } from './codecs.ts';

/** The contract compares two to six. */
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 6;

const LONGEST_FARE = 20;

export const COMPARE_VIEWS = ['columns', 'runs'] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

export type CompareAddress = {
  /** Side by side, or two runs. */
  view: CompareView;
  columns: CompareColumn[];
  /** Only direct award space counts. */
  direct: boolean;
  /** Only award space with at least so many seats counts. */
  seatsMin: number | null;
  /** A one-way cash fare as typed, in the currency of the values; empty for none. */
  fare: string;
  /** Taxes and fees of an award for one traveller as typed, one way; empty: from trip details. */
  taxes: string;
  /** Whether the fares are for all travellers instead of one. */
  fareForAll: boolean;
  /** The two runs to compare, and the kinds of change to list; an empty list means all. */
  before: Scope | null;
  after: Scope | null;
  changes: Change[];
};

const EMPTY_COMPARE: CompareAddress = {
  view: 'columns',
  columns: [],
  direct: false,
  seatsMin: null,
  fare: '',
  taxes: '',
  fareForAll: false,
  before: null,
  after: null,
  changes: [],
};

function scopeOf(value: unknown): Scope | null {
  const scope = scopeSchema.safeParse(value);
  return scope.success ? scope.data : null;
}

/** A filter as far as it can be read: an unreadable member does not affect the others. */
function filterOf(value: unknown): RecordFilter {
  const filter = Object.entries(value ?? {}).filter(
    ([name, member]) => recordFilterSchema.keyof().safeParse(name).success && isFilter({ [name]: member }),
  );
  return recordFilterSchema.parse(Object.fromEntries(filter));
}

const isFilter = (value: unknown): boolean => recordFilterSchema.safeParse(value).success;

/** The parts of a column as they are in an address: a scope, or `{scope, filter}`. */
const columnParts = (value: unknown): { scope: unknown; filter?: unknown } =>
  typeof value === 'object' && value !== null && 'scope' in value ? value : { scope: value };

function columnOf(value: unknown): CompareColumn | null {
  const { scope, filter } = columnParts(value);
  const read = scopeOf(scope);
  return read && { scope: read, filter: filterOf(filter) };
}

const columnsOf = (value: unknown): CompareColumn[] =>
  Array.isArray(value) ? value.flatMap((each) => columnOf(each) ?? []).slice(0, MAX_COLUMNS) : [];

const isEmpty = (filter: RecordFilter) => Object.keys(filter).length === 0;

const written = (column: CompareColumn) => (isEmpty(column.filter) ? column.scope : column);

const UNFILTERED = { instead: 'nothing is filtered by it' };

/** What was left out of a column that could be read. */
function unreadOfColumn(value: unknown, name: string): UnreadPart[] {
  const column = columnOf(value);
  if (column === null) return [];
  const { scope, filter } = columnParts(value);
  return [
    ...membersLeftOut(scope, column.scope).map((member) => ({
      part: `${member} of ${name}`,
      instead: 'what it shows is not narrowed by it',
    })),
    ...(filter === undefined || isObject(filter) ? [] : [{ part: `filter of ${name}`, ...UNFILTERED }]),
    ...membersLeftOut(filter, column.filter).map((member) => ({
      part: `${member} in the filter of ${name}`,
      ...UNFILTERED,
    })),
  ];
}

function unreadOfColumns(value: unknown): UnreadPart[] {
  if (!Array.isArray(value)) return [];
  const lost = value.flatMap((each, place) =>
    columnOf(each) === null ? [{ part: `column ${place + 1}`, instead: 'it is left out' }] : [],
  );
  const read = value.length - lost.length;
  return [
    ...lost,
    ...value.flatMap((each, place) => unreadOfColumn(each, `column ${place + 1}`)),
    ...(read > MAX_COLUMNS
      ? [
          {
            part: plural(read - MAX_COLUMNS, 'more column'),
            instead: `at most ${MAX_COLUMNS} are compared, and the first ${MAX_COLUMNS} are shown`,
          },
        ]
      : []),
  ];
}

/** The columns; older bookmarks give only their scopes. */
const COLUMNS: Codec<CompareColumn[]> = {
  names: Object.fromEntries(
    ['columns', 'scopes'].map((name) => [
      name,
      { reads: (json: string) => Array.isArray(parsed(json)), instead: 'no column is taken from it' },
    ]),
  ),
  read: (params) => columnsOf(givenColumns(params)),
  write(columns, params) {
    if (columns.length > 0) params.set('columns', JSON.stringify(columns.map(written)));
  },
  leftOut: (params) => unreadOfColumns(givenColumns(params)),
};

const givenColumns = (params: URLSearchParams) => parsed(params.get('columns') ?? params.get('scopes'));

const scope = (name: string, called: string, instead: string): Codec<Scope | null> => ({
  ...one<Scope | null>(name, {
    parse: (json) => scopeOf(parsed(json)) ?? undefined,
    write: (value) => value && JSON.stringify(value),
    otherwise: null,
    instead,
  }),
  leftOut: (params) => unreadOfColumn(parsed(params.get(name)), called),
});

const fare = (name: string) =>
  one(name, {
    parse: (text) => text.slice(0, LONGEST_FARE),
    reads: (text) => text.length <= LONGEST_FARE,
    otherwise: '',
    instead: `only its first ${LONGEST_FARE} characters are taken`,
  });

const kinds = many('change', {
  parse: (word) => CHANGES.find((change) => change === word),
  instead: 'no kind of change is chosen by it',
});

const COMPARE = codecs<CompareAddress>({
  view: choice('view', COMPARE_VIEWS, 'columns', 'the columns are shown side by side'),
  columns: COLUMNS,
  direct: flag('direct', 'flights with stops count too'),
  seatsMin: one<number | null>('seats', {
    parse: (text) => (/^[1-9]\d?$/.test(text) ? Number(text) : undefined),
    otherwise: null,
    instead: 'any number of seats counts',
  }),
  fare: fare('fare'),
  taxes: fare('taxes'),
  fareForAll: flag('fareFor', 'fares are for one traveller', 'all', 'one'),
  before: scope('before', 'the earlier run', 'no earlier run is taken from it'),
  after: scope('after', 'the later run', 'no later run is taken from it'),
  changes: {
    ...kinds,
    // Without duplicates, in the order of the list.
    read: (params) => CHANGES.filter((change) => kinds.read(params).includes(change)),
  },
});

export const readCompareAddress = (search: string): CompareAddress =>
  COMPARE.read(new URLSearchParams(search));

export const comparePath = (part: Partial<CompareAddress>): string =>
  COMPARE.path('/compare', { ...EMPTY_COMPARE, ...part });

/** What an address of outbound and return names, which a trip is made of now; null for any other address. */
export function roundTripOf(search: string): { outbound: Scope | null; nights: string } | null {
  const params = new URLSearchParams(search);
  if (params.get('view') !== 'trips') return null;
  const outbound = columnOf(parsed(params.get('outbound')));
  return { outbound: outbound?.scope ?? null, nights: params.get('nights') ?? '' };
}

export const unreadOfCompare = COMPARE.unread;

/** The address with other columns; everything else is unchanged. */
export function pathWithColumns(search: string, columns: readonly CompareColumn[]): string {
  const params = new URLSearchParams(search);
  params.set('columns', JSON.stringify(columns.map(written)));
  return `/compare?${params}`;
}

/** What Compare filters without being asked. */
export const USUAL_COMMON: RecordFilter = { enoughSeats: true };

/** The filter of all columns, in addition to each column's own: every figure is for all travellers. */
export const commonFilter = ({
  direct,
  seatsMin,
}: Pick<CompareAddress, 'direct' | 'seatsMin'>): RecordFilter => ({
  ...USUAL_COMMON,
  ...(direct ? { direct: true } : {}),
  ...(seatsMin === null ? {} : { seatsMin }),
});
