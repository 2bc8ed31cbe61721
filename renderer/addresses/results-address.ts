/** The state of Results, as its address: scope, view, filters, sorting, hidden columns and the open record. */
import { z } from 'zod';
import {
  RECORD_GROUPS,
  type RecordFilter,
  recordFilterSchema,
  recordSortSchema,
  scopeSchema,
} from '#shared/contract/awards.ts';
import { isFactColumn } from '#shared/records/record-facts.ts';
import { addressOf } from './address.ts';
import { ALL_OPEN, collapsedGroupsSchema } from './collapsed-groups.ts';

const RESULT_VIEWS = ['table', 'calendar', 'timeline', 'histogram', 'space', 'map', 'broken'] as const;
export type ResultView = (typeof RESULT_VIEWS)[number];

/**
 * What Results filters without being asked: award space, with a seat for each traveller or without a seat count. The rest
 * is one click away.
 */
export const USUAL_FILTER: RecordFilter = { available: true, enoughSeats: true };

const columns = z.array(z.string().refine(isFactColumn)).default([]);

const viewSchema = z.object({
  /** null shows the list of saved searches. */
  scope: scopeSchema.nullable().default(null),
  view: z.enum(RESULT_VIEWS).default('table'),
  /** In order of priority; empty means the default order, by date. */
  sort: z.array(recordSortSchema).max(3).default([]),
  hidden: columns,
  /** Columns that are shown although all their rows have the same value. */
  shown: columns,
  /** What the rows are grouped by; null without groups. */
  group: z.enum(RECORD_GROUPS).nullable().default(null),
  /** Which of its groups are collapsed. */
  collapsed: collapsedGroupsSchema.default(ALL_OPEN),
  /** The version of the record whose drawer is open. */
  record: z.int().nullable().default(null),
});

/** The filter stands in the address by its members. */
const address = addressOf(
  '/results',
  viewSchema.extend({
    ...recordFilterSchema.shape,
    available: recordFilterSchema.shape.available.default(true),
    enoughSeats: recordFilterSchema.shape.enoughSeats.default(true),
  }),
);

export type ResultsAddress = z.infer<typeof viewSchema> & { filter: RecordFilter };

/** What the controls of a view show and change. */
export type ViewAddress = Omit<ResultsAddress, 'collapsed' | 'record'>;

const VIEW_MEMBERS = viewSchema.keyof().options;
const FILTER_MEMBERS = recordFilterSchema.keyof().options;

const part = <Name extends string>(members: object, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, Reflect.get(members, name)])) as Record<Name, never>;

/** Reads the search part of an address, with or without its `?`. */
export function readResultsAddress(search: string): ResultsAddress {
  const members = address.read(search);
  return { ...part(members, VIEW_MEMBERS), filter: changedFilter({}, part(members, FILTER_MEMBERS)) };
}

/** The path and search of an address; absent members have their default. */
export function resultsPath({ filter = USUAL_FILTER, ...view }: Partial<ResultsAddress>): string {
  // Collapsed groups mean nothing where there are no groups.
  const collapsed = view.group ? view.collapsed : ALL_OPEN;
  return address.path({ ...view, ...(collapsed && { collapsed }), ...part(filter, FILTER_MEMBERS) });
}

export const unreadOfResults = address.unread;

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
