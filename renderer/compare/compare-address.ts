/**
 * What Compare shows, as its address: the view, its columns with their filters and every choice, so that they survive a
 * restart and can be kept as a bookmark. An address edited by hand is read as far as it makes sense.
 */
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { type RecordFilter, recordFilterSchema, type Scope, scopeSchema } from '#shared/contract/awards.ts';
import type { CompareColumn } from '#shared/contract/comparison.ts';

/** The contract compares two to six. */
export const LEAST_COLUMNS = 2;
export const MOST_COLUMNS = 6;
/** The most nights between two ways of a trip. */
export const MOST_NIGHTS = 365;

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

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function scopeOf(value: unknown): Scope | null {
  const scope = scopeSchema.safeParse(value);
  return scope.success ? scope.data : null;
}

/** A column is a scope, or `{scope, filter}`; a filter that cannot be read filters nothing. */
function columnOf(value: unknown): CompareColumn | null {
  const held =
    typeof value === 'object' && value !== null && 'scope' in value
      ? (value as { scope: unknown; filter?: unknown })
      : { scope: value };
  const scope = scopeOf(held.scope);
  if (scope === null) return null;
  const filter = recordFilterSchema.safeParse(held.filter ?? {});
  return { scope, filter: filter.success ? filter.data : {} };
}

const columnsOf = (value: unknown): CompareColumn[] =>
  Array.isArray(value) ? value.flatMap((each) => columnOf(each) ?? []).slice(0, MOST_COLUMNS) : [];

const isEmpty = (filter: RecordFilter) => Object.keys(filter).length === 0;

const written = (column: CompareColumn) => (isEmpty(column.filter) ? column.scope : column);

/** `7-14`; one number stands for both ends. */
function nightsOf(text: string | null): Pick<CompareAddress, 'nightsMin' | 'nightsMax'> {
  const match = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text ?? '');
  const nightsMin = Number(match?.[1]);
  const nightsMax = Number(match?.[2] ?? match?.[1]);
  return match !== null && nightsMin <= nightsMax && nightsMax <= MOST_NIGHTS
    ? { nightsMin, nightsMax }
    : { nightsMin: EMPTY_COMPARE.nightsMin, nightsMax: EMPTY_COMPARE.nightsMax };
}

export function readCompareAddress(search: string): CompareAddress {
  const params = new URLSearchParams(search);
  const seats = params.get('seats');
  return {
    view: COMPARE_VIEWS.find((view) => view === params.get('view')) ?? 'columns',
    columns: columnsOf(parsed(params.get('columns') ?? params.get('scopes'))),
    direct: params.get('direct') === '1',
    seatsMin: seats !== null && /^[1-9]\d?$/.test(seats) ? Number(seats) : null,
    fare: (params.get('fare') ?? '').slice(0, 20),
    before: scopeOf(parsed(params.get('before'))),
    after: scopeOf(parsed(params.get('after'))),
    changes: CHANGES.filter((change) => params.getAll('change').includes(change)),
    outbound: columnOf(parsed(params.get('outbound'))),
    back: columnOf(parsed(params.get('return'))),
    ...nightsOf(params.get('nights')),
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

/** The filter that every column has besides its own. */
export const commonFilter = ({
  direct,
  seatsMin,
}: Pick<CompareAddress, 'direct' | 'seatsMin'>): RecordFilter => ({
  ...(direct ? { direct: true } : {}),
  ...(seatsMin === null ? {} : { seatsMin, seatsNotGiven: true }),
});
