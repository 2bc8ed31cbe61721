/** The state of Compare, as its address: the view, its columns with their filters and every choice. */
import { z } from 'zod';
import { CHANGES, type Change } from '#shared/award-analysis/differences.ts';
import { type RecordFilter, recordFilterSchema, scopeSchema } from '#shared/contract/awards.ts';
import { addressOf } from './address.ts';

/** The contract compares two to six. */
export const MIN_COLUMNS = 2;
export const MAX_COLUMNS = 6;

export const COMPARE_VIEWS = ['columns', 'runs'] as const;
export type CompareView = (typeof COMPARE_VIEWS)[number];

const columnSchema = z.object({ scope: scopeSchema, filter: recordFilterSchema.default({}) });

/** An amount of money as typed. */
const typedFare = z.string().max(20).default('');

const schema = z.object({
  view: z.enum(COMPARE_VIEWS).default('columns'),
  columns: z.array(columnSchema).max(MAX_COLUMNS).default([]),
  /** Only direct award space counts. */
  direct: z.boolean().default(false),
  /** Only award space with at least so many seats counts. */
  seatsMin: z.int().min(1).max(99).nullable().default(null),
  /** A one-way cash fare, in the currency of the values; empty for none. */
  fare: typedFare,
  /** Taxes and fees of an award for one traveller, one way; empty: from trip details. */
  taxes: typedFare,
  /** Whether the fares are for all travellers instead of one. */
  fareForAll: z.boolean().default(false),
  /** The two runs to compare, and the kinds of change to list; an empty list means all. */
  before: scopeSchema.nullable().default(null),
  after: scopeSchema.nullable().default(null),
  changes: z.array(z.enum(CHANGES)).default([]),
});
export type CompareAddress = z.infer<typeof schema>;

export const compareAddress = addressOf('/compare', schema);

/** The address of the changes between two runs; of one kind only where one is given. */
export const changedPath = (before: number, after: number, change?: Change): string =>
  compareAddress.path({
    view: 'runs',
    before: { kind: 'run', runId: before },
    after: { kind: 'run', runId: after },
    changes: change === undefined ? [] : [change],
  });

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
