/**
 * What Results shows, as its address: scope, view, filters, sorting, hidden columns and the open record live there, so
 * that they survive a reload and can be kept as a bookmark. An address that a person edited by hand is read as far as
 * it makes sense; what does not is left out, and told (`unread-results.ts`).
 */

import { isCalendarDate } from '#shared/calendar-date.ts';
import {
  RECORD_GROUPS,
  RECORD_SORTS,
  type RecordFilter,
  type RecordGroup,
  type RecordSort,
  type Scope,
  scopeSchema,
} from '#shared/contract/awards.ts';

import { ALL_OPEN, type Folds } from './folds.ts';

export const RESULT_VIEWS = ['table', 'calendar', 'timeline', 'histogram', 'map', 'broken'] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];

export type ResultsAddress = {
  /** null shows the list of saved searches. */
  scope: Scope | null;
  view: ResultView;
  filter: RecordFilter;
  /** At most three columns, the first one first; empty means the default order, by date. */
  sort: RecordSort[];
  hidden: string[];
  /** What the table's rows are put together by; null where they stand alone. */
  group: RecordGroup | null;
  /** Which of its groups are collapsed. */
  folds: Folds;
  /** The version of the record whose drawer is open. */
  record: number | null;
};

export const EMPTY_ADDRESS: ResultsAddress = {
  scope: null,
  view: 'table',
  filter: {},
  sort: [],
  hidden: [],
  group: null,
  folds: ALL_OPEN,
  record: null,
};

/** A scope from its JSON; null where the text is none. */
export function readScope(text: string | null): Scope | null {
  if (text === null) return null;
  try {
    const parsed = scopeSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export const wholeNumber = (text: string | null): number | undefined =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

export const yesNo = (text: string | null): boolean | undefined =>
  text === '1' ? true : text === '0' ? false : undefined;

export const dateOf = (text: string | null): string | undefined =>
  text !== null && isCalendarDate(text) ? text : undefined;

/** UTC ms of an instant as `Date.toISOString` writes it; undefined for anything else. */
export const timeOf = (text: string | null): number | undefined => {
  if (text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

export const isWeekday = (text: string): boolean => /^[0-6]$/.test(text);

const listOf = (values: string[]): string[] | undefined => (values.length > 0 ? values : undefined);

/** Leaves out members that are undefined: an absent filter filters nothing, and the contract takes no undefined. */
function present<Members extends Record<string, unknown>>(members: Members) {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Members]?: Exclude<Members[Name], undefined>;
  };
}

export function readFilter(params: URLSearchParams): RecordFilter {
  const weekdays = params.getAll('weekday').filter(isWeekday).map(Number);
  return present({
    text: params.get('q') || undefined,
    available: yesNo(params.get('space')),
    milesMax: wholeNumber(params.get('miles')),
    seatsMin: wholeNumber(params.get('seats')),
    seatsNotGiven: yesNo(params.get('seatsNotGiven')),
    direct: yesNo(params.get('direct')),
    airlines: listOf(params.getAll('airline')),
    programmes: listOf(params.getAll('programme')),
    weekdays: weekdays.length > 0 ? weekdays : undefined,
    from: dateOf(params.get('from')),
    until: dateOf(params.get('until')),
    origins: listOf(params.getAll('origin')),
    destinations: listOf(params.getAll('destination')),
    flagged: yesNo(params.get('flagged')),
    originRegions: listOf(params.getAll('originRegion')),
    destinationRegions: listOf(params.getAll('destinationRegion')),
    newSince: timeOf(params.get('newSince')),
    starred: yesNo(params.get('starred')),
    tags: listOf(params.getAll('tag')),
  });
}

function writeFilter(filter: RecordFilter, params: URLSearchParams): void {
  const bool = (name: string, value: boolean | undefined) => {
    if (value !== undefined) params.set(name, value ? '1' : '0');
  };
  const all = (name: string, values: readonly (string | number)[] | undefined) => {
    for (const value of values ?? []) params.append(name, String(value));
  };
  if (filter.text) params.set('q', filter.text);
  bool('space', filter.available);
  if (filter.milesMax !== undefined) params.set('miles', String(filter.milesMax));
  if (filter.seatsMin !== undefined) params.set('seats', String(filter.seatsMin));
  bool('seatsNotGiven', filter.seatsNotGiven);
  bool('direct', filter.direct);
  all('airline', filter.airlines);
  all('programme', filter.programmes);
  all('weekday', filter.weekdays);
  if (filter.from) params.set('from', filter.from);
  if (filter.until) params.set('until', filter.until);
  all('origin', filter.origins);
  all('destination', filter.destinations);
  bool('flagged', filter.flagged);
  all('originRegion', filter.originRegions);
  all('destinationRegion', filter.destinationRegions);
  if (filter.newSince !== undefined) params.set('newSince', new Date(filter.newSince).toISOString());
  bool('starred', filter.starred);
  all('tag', filter.tags);
}

/** `-miles,date` sorts by miles descending, then by date. */
export function readSort(text: string | null): RecordSort[] {
  const sort: RecordSort[] = [];
  for (const part of (text ?? '').split(',')) {
    const name = part.replace(/^-/, '');
    const by = RECORD_SORTS.find((known) => known === name);
    if (by && !sort.some((earlier) => earlier.by === by)) {
      sort.push({ by, descending: part.startsWith('-') });
    }
  }
  return sort.slice(0, 3);
}

/** Reads the search part of an address, with or without its `?`. */
export function readResultsAddress(search: string): ResultsAddress {
  const params = new URLSearchParams(search);
  return {
    scope: readScope(params.get('scope')),
    view: RESULT_VIEWS.find((view) => view === params.get('view')) ?? 'table',
    filter: readFilter(params),
    sort: readSort(params.get('sort')),
    hidden: params.getAll('hide'),
    group: RECORD_GROUPS.find((group) => group === params.get('group')) ?? null,
    folds: { all: params.get('folds') === 'all', except: params.getAll('fold') },
    record: wholeNumber(params.get('record')) ?? null,
  };
}

/** The path and search of an address; the counterpart of `readResultsAddress`. */
export function resultsPath(address: ResultsAddress): string {
  const params = new URLSearchParams();
  if (address.scope) params.set('scope', JSON.stringify(address.scope));
  if (address.view !== 'table') params.set('view', address.view);
  writeFilter(address.filter, params);
  if (address.sort.length > 0) {
    params.set('sort', address.sort.map(({ by, descending }) => (descending ? `-${by}` : by)).join(','));
  }
  for (const column of address.hidden) params.append('hide', column);
  if (address.group !== null) {
    params.set('group', address.group);
    if (address.folds.all) params.set('folds', 'all');
    for (const title of address.folds.except) params.append('fold', title);
  }
  if (address.record !== null) params.set('record', String(address.record));
  const search = params.toString();
  return search === '' ? '/results' : `/results?${search}`;
}

export type FilterChange = { [Name in keyof RecordFilter]?: RecordFilter[Name] | undefined };

/**
 * The filter with changed members; a member given as undefined or as an empty list is taken away, and `seatsNotGiven`
 * goes with `seatsMin`, without which it means nothing.
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
