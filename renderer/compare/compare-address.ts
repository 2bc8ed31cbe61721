/**
 * What Compare shows, as its address: the view, its columns with their filters and every choice, so that they survive a
 * restart and can be kept as a bookmark. An address edited by hand is read as far as it makes sense; what does not is
 * left out, and told (`unread-compare.ts`).
 */
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { type RecordFilter, recordFilterSchema, type Scope, scopeSchema } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';

/** The contract compares two to six. */
export const LEAST_COLUMNS = 2;
export const MOST_COLUMNS = 6;
/** The most nights between two ways of a trip. */
export const MOST_NIGHTS = 365;

export const LONGEST_FARE = 20;

export const COMPARE_VIEWS = ['columns', 'asked', 'trips'] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

export type CompareAddress = {
  /** Side by side, two dates of asking, or outbound and return. */
  view: CompareView;
  columns: CompareColumn[];
  /** Only direct award space counts. */
  direct: boolean;
  /** Only award space with so many seats, or whose count is not given, counts. */
  seatsMin: number | null;
  /** A cash fare as typed, in the currency of the values; empty for none. */
  fare: string;
  /** The two askings to tell apart, and the kinds of change to list; none lists all. */
  before: Scope | null;
  after: Scope | null;
  changes: Change[];
  /** The two ways of a trip. */
  outbound: CompareColumn | null;
  back: CompareColumn | null;
  nightsMin: number;
  nightsMax: number;
  sameProgramme: boolean;
  /** Whether pairs are ordered by what their miles are worth. */
  byValue: boolean;
};

export const EMPTY_COMPARE: CompareAddress = {
  view: 'columns',
  columns: [],
  direct: false,
  seatsMin: null,
  fare: '',
  before: null,
  after: null,
  changes: [],
  outbound: null,
  back: null,
  nightsMin: 7,
  nightsMax: 14,
  sameProgramme: false,
  byValue: false,
};

/** JSON from an address; undefined where it is none. */
export function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export function scopeOf(value: unknown): Scope | null {
  const scope = scopeSchema.safeParse(value);
  return scope.success ? scope.data : null;
}

/** As much of a filter as can be read: a member that cannot takes no other along. */
function filterOf(value: unknown): RecordFilter {
  const filter = Object.entries(value ?? {}).filter(
    ([name, member]) => recordFilterSchema.keyof().safeParse(name).success && isFilter({ [name]: member }),
  );
  return recordFilterSchema.parse(Object.fromEntries(filter));
}

const isFilter = (value: unknown): boolean => recordFilterSchema.safeParse(value).success;

/** The parts of a column as they stand in an address: a scope, or `{scope, filter}`. */
export const columnParts = (value: unknown): { scope: unknown; filter?: unknown } =>
  typeof value === 'object' && value !== null && 'scope' in value ? value : { scope: value };

export function columnOf(value: unknown): CompareColumn | null {
  const { scope, filter } = columnParts(value);
  const read = scopeOf(scope);
  return read && { scope: read, filter: filterOf(filter) };
}

const columnsOf = (value: unknown): CompareColumn[] =>
  Array.isArray(value) ? value.flatMap((each) => columnOf(each) ?? []).slice(0, MOST_COLUMNS) : [];

const isEmpty = (filter: RecordFilter) => Object.keys(filter).length === 0;

const written = (column: CompareColumn) => (isEmpty(column.filter) ? column.scope : column);

/** `7-14`; one number stands for both ends. Null where it is neither, or more than can be paired. */
export function nightsOf(text: string | null): Pick<CompareAddress, 'nightsMin' | 'nightsMax'> | null {
  const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text ?? '');
  const nightsMin = Number(match?.[1]);
  const nightsMax = Number(match?.[2] ?? match?.[1]);
  return match !== null && nightsMin <= nightsMax && nightsMax <= MOST_NIGHTS
    ? { nightsMin, nightsMax }
    : null;
}

/** A number of seats; null where it is none. */
export const seatsOf = (text: string | null): number | null =>
  text !== null && /^[1-9]\d?$/.test(text) ? Number(text) : null;

export function readCompareAddress(search: string): CompareAddress {
  const params = new URLSearchParams(search);
  const { nightsMin, nightsMax } = nightsOf(params.get('nights')) ?? EMPTY_COMPARE;
  return {
    view: COMPARE_VIEWS.find((view) => view === params.get('view')) ?? 'columns',
    columns: columnsOf(parsed(params.get('columns') ?? params.get('scopes'))),
    direct: params.get('direct') === '1',
    seatsMin: seatsOf(params.get('seats')),
    fare: (params.get('fare') ?? '').slice(0, LONGEST_FARE),
    before: scopeOf(parsed(params.get('before'))),
    after: scopeOf(parsed(params.get('after'))),
    changes: CHANGES.filter((change) => params.getAll('change').includes(change)),
    outbound: columnOf(parsed(params.get('outbound'))),
    back: columnOf(parsed(params.get('return'))),
    nightsMin,
    nightsMax,
    sameProgramme: params.get('programme') === 'same',
    byValue: params.get('order') === 'value',
  };
}

export function comparePath(part: Partial<CompareAddress>): string {
  const address = { ...EMPTY_COMPARE, ...part };
  const params = new URLSearchParams();
  const json = (name: string, value: unknown) => params.set(name, JSON.stringify(value));
  if (address.view !== 'columns') params.set('view', address.view);
  if (address.columns.length > 0) json('columns', address.columns.map(written));
  if (address.direct) params.set('direct', '1');
  if (address.seatsMin !== null) params.set('seats', String(address.seatsMin));
  if (address.fare !== '') params.set('fare', address.fare);
  if (address.before !== null) json('before', address.before);
  if (address.after !== null) json('after', address.after);
  for (const change of address.changes) params.append('change', change);
  if (address.outbound !== null) json('outbound', written(address.outbound));
  if (address.back !== null) json('return', written(address.back));
  const { nightsMin, nightsMax } = address;
  if (nightsMin !== EMPTY_COMPARE.nightsMin || nightsMax !== EMPTY_COMPARE.nightsMax)
    params.set('nights', `${nightsMin}-${nightsMax}`);
  if (address.sameProgramme) params.set('programme', 'same');
  if (address.byValue) params.set('order', 'value');
  const search = params.toString();
  return search === '' ? '/compare' : `/compare?${search}`;
}

/** An address with other columns, and everything else as it stands. */
export function pathWithColumns(search: string, columns: readonly CompareColumn[]): string {
  const params = new URLSearchParams(search);
  params.set('columns', JSON.stringify(columns.map(written)));
  return `/compare?${params}`;
}

/** The filter that every column has besides its own. */
export const commonFilter = ({
  direct,
  seatsMin,
}: Pick<CompareAddress, 'direct' | 'seatsMin'>): RecordFilter => ({
  ...(direct ? { direct: true } : {}),
  ...(seatsMin === null ? {} : { seatsMin, seatsNotGiven: true }),
});
