/**
 * The state of Results, as its address: scope, view, filters, sorting, hidden columns and the open record, so that they
 * survive a reload and can be saved as a bookmark. An address edited by hand is read as far as possible; the rest is
 * left out and reported.
 */

import {
  RECORD_GROUPS,
  RECORD_SORTS,
  type RecordFilter,
  type RecordGroup,
  type RecordSort,
  type Scope,
  scopeSchema,
} from '#shared/contract/awards.ts';
import { isCalendarDate, isoInstant } from '#shared/dates.ts';
import { isFactColumn } from '#shared/records/record-facts.ts';
import {
  asIs,
  type Codec,
  choice,
  choiceOrNull,
  codecs,
  flag,
  many,
  membersLeftOut,
  one,
  parsed,
  yesNo,
} from './codecs.ts';

import { ALL_OPEN, type CollapsedGroups } from './collapsed-groups.ts';

const RESULT_VIEWS = ['table', 'calendar', 'timeline', 'histogram', 'space', 'map', 'broken'] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];

export type ResultsAddress = {
  /** null shows the list of saved searches. */
  scope: Scope | null;
  view: ResultView;
  filter: RecordFilter;
  /** At most three columns, in order of priority; empty means the default order, by date. */
  sort: RecordSort[];
  hidden: string[];
  /** Columns that are shown although all their rows have the same value. */
  shown: string[];
  /** What the rows are grouped by; null without groups. */
  group: RecordGroup | null;
  /** Which of its groups are collapsed. */
  collapsed: CollapsedGroups;
  /** The version of the record whose drawer is open. */
  record: number | null;
};

/**
 * What Results filters without being asked: award space, with a seat for each traveller or without a seat count. The rest
 * is one click away.
 */
export const USUAL_FILTER: RecordFilter = { available: true, enoughSeats: true };

export const EMPTY_ADDRESS: ResultsAddress = {
  scope: null,
  view: 'table',
  filter: USUAL_FILTER,
  sort: [],
  hidden: [],
  shown: [],
  group: null,
  collapsed: ALL_OPEN,
  record: null,
};

function scopeOf(json: string): Scope | undefined {
  const scope = scopeSchema.safeParse(parsed(json));
  return scope.success ? scope.data : undefined;
}

const SCOPE: Codec<Scope | null> = {
  ...one<Scope | null>('scope', {
    parse: scopeOf,
    write: (scope) => scope && JSON.stringify(scope),
    otherwise: null,
    instead: 'the list of all saved searches is shown',
  }),
  // Without them it may include more than was meant.
  leftOut(params) {
    const json = params.get('scope');
    const scope = json === null ? undefined : scopeOf(json);
    return scope === undefined
      ? []
      : membersLeftOut(parsed(json), scope).map((part) => ({
          part,
          instead: 'what is shown is not narrowed by it',
        }));
  },
};

const wholeNumber = (text: string): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined);

const atLeastOne = (text: string): number | undefined => wholeNumber(text) || undefined;

/** UTC ms of an instant as `Date.toISOString` writes it; undefined for anything else. */
function validTime(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

const instead = 'nothing is filtered by it';

/** An optional filter: absent, it filters nothing. */
const filter = <Value>(
  name: string,
  parse: (text: string) => Value | undefined,
  write: (value: Value) => string,
) =>
  one<Value | undefined>(name, {
    parse,
    write: (value) => (value === undefined ? null : write(value)),
    otherwise: undefined,
    instead,
  });
const number = (name: string) => filter(name, wholeNumber, String);
const isSwitch = (name: string) => filter(name, yesNo, (value) => (value ? '1' : '0'));
const day = (name: string) => filter(name, (text) => (isCalendarDate(text) ? text : undefined), asIs);

/** A list filter: empty, it filters nothing. */
function list<Value extends string | number>(
  name: string,
  parse: (text: string) => Value | undefined,
): Codec<Value[] | undefined> {
  const codec = many(name, { parse, instead });
  return { ...codec, write: (values, params) => codec.write(values ?? [], params) };
}
const texts = (name: string) => list(name, asIs);

/** A whole number from 1 to 100. */
const percentage = (text: string): number | undefined =>
  /^(?:[1-9]\d?|100)$/.test(text) ? Number(text) : undefined;

const WALLET_FILTERS = ['bookable', 'transfer'] as const;

type FilterTable = { [Name in keyof RecordFilter]-?: RecordFilter[Name] | undefined };

const FILTERS = codecs<FilterTable>({
  text: filter('q', asIs, asIs),
  available: {
    names: { space: { reads: (text) => ['1', '0', 'any'].includes(text), instead: 'award space is shown' } },
    read: (params) => (params.get('space') === 'any' ? undefined : params.get('space') !== '0'),
    write(available, params) {
      if (available !== true) params.set('space', available === undefined ? 'any' : '0');
    },
  },
  enoughSeats: {
    names: { fewer: { reads: (text) => text === '1', instead: 'rows with enough seats are shown' } },
    read: (params) => (params.get('fewer') === '1' ? undefined : true),
    write(enough, params) {
      if (enough !== true) params.set('fewer', '1');
    },
  },
  milesMin: number('milesFrom'),
  milesMax: number('miles'),
  seatsMin: number('seats'),
  seatsNotGiven: isSwitch('seatsNotGiven'),
  direct: isSwitch('direct'),
  airlines: texts('airline'),
  programmes: texts('programme'),
  sources: texts('source'),
  weekdays: list('weekday', (text) => (/^[0-6]$/.test(text) ? Number(text) : undefined)),
  from: day('from'),
  until: day('until'),
  origins: texts('origin'),
  destinations: texts('destination'),
  flagged: isSwitch('flagged'),
  originRegions: texts('originRegion'),
  destinationRegions: texts('destinationRegion'),
  newSince: filter('newSince', validTime, isoInstant),
  starred: isSwitch('starred'),
  cheapest: filter('cheapest', percentage, String),
  wallet: filter('wallet', (text) => WALLET_FILTERS.find((known) => known === text), asIs),
  tags: texts('tag'),
  tripDetails: isSwitch('tripDetails'),
  stopsMax: number('stops'),
  minutesMax: filter('minutes', atLeastOne, String),
  flown: filter('flown', asIs, asIs),
});

/** An absent filter filters nothing, and the contract does not accept undefined. */
const FILTER: Codec<RecordFilter> = {
  names: FILTERS.names,
  read: (params) => changedFilter({}, FILTERS.read(params)),
  write: (value, params) => FILTERS.write(value as FilterTable, params), // what is absent is undefined there
};

/** `-miles,date` sorts by miles descending, then by date. */
function readSort(text: string): RecordSort[] {
  const sort: RecordSort[] = [];
  for (const part of text.split(',')) {
    const name = part.replace(/^-/, '');
    const by = RECORD_SORTS.find((known) => known === name);
    if (by && !sort.some((earlier) => earlier.by === by)) {
      sort.push({ by, descending: part.startsWith('-') });
    }
  }
  return sort.slice(0, 3);
}

const EXCEPT = many('fold', { parse: asIs, instead: 'all groups are open' });
const COLLAPSED = flag('collapsed', 'all groups are open', 'all', 'none');

/** Which groups are collapsed. */
const GROUPS: Codec<CollapsedGroups> = {
  names: { ...COLLAPSED.names, ...EXCEPT.names },
  read: (params) => ({ all: COLLAPSED.read(params), except: EXCEPT.read(params) }),
  write({ all, except }, params) {
    COLLAPSED.write(all, params);
    EXCEPT.write([...except], params);
  },
};

const RESULTS = codecs<ResultsAddress>({
  scope: SCOPE,
  view: choice('view', RESULT_VIEWS, 'table', 'the table is shown'),
  filter: FILTER,
  sort: one<RecordSort[]>('sort', {
    parse: readSort,
    write: (sort) =>
      sort.length === 0 ? null : sort.map(({ by, descending }) => (descending ? `-${by}` : by)).join(','),
    otherwise: [],
    instead: 'rows are sorted by as much of it as could be',
    reads: (text) => readSort(text).length === text.split(',').length,
  }),
  hidden: many('hide', { parse: asIs, reads: isFactColumn, instead: 'no column is hidden by it' }),
  shown: many('show', { parse: asIs, reads: isFactColumn, instead: 'no column is shown by it' }),
  group: choiceOrNull('group', RECORD_GROUPS, 'rows are not put together'),
  collapsed: GROUPS,
  record: one<number | null>('record', {
    parse: wholeNumber,
    otherwise: null,
    instead: 'no record is opened',
  }),
});

/** Reads the search part of an address, with or without its `?`. */
export const readResultsAddress = (search: string): ResultsAddress =>
  RESULTS.read(new URLSearchParams(search));

/** The path and search of an address; collapsed groups are left out where there are no groups. */
export const resultsPath = (address: ResultsAddress): string =>
  RESULTS.path('/results', address.group === null ? { ...address, collapsed: ALL_OPEN } : address);

export const unreadOfResults = RESULTS.unread;

export type FilterChange = { [Name in keyof RecordFilter]?: RecordFilter[Name] | undefined };

/**
 * The filter with changed members. A member given as undefined or as an empty list is removed, and `seatsNotGiven` is
 * removed with `seatsMin`, without which it means nothing.
 */
export function changedFilter(filter: RecordFilter, change: FilterChange): RecordFilter {
  const merged: Record<string, unknown> = { ...filter, ...change };
  if (merged.seatsMin === undefined) merged.seatsNotGiven = undefined;
  for (const [name, value] of Object.entries(merged)) {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
      delete merged[name];
    }
  }
  return merged as RecordFilter;
}

/** What a filter has beyond the usual: for screens that count award space for all travellers in any case. */
export const beyondUsual = ({ available, enoughSeats: _enough, ...filter }: RecordFilter): RecordFilter =>
  available === false ? { ...filter, available } : filter;
