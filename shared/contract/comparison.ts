import { z } from 'zod';
import { COVERAGE_REASONS } from '../award-analysis/coverage.ts';
import { CHANGES } from '../award-analysis/differences.ts';
import { amountSchema } from '../money.ts';
import { recordFilterSchema, recordRowSchema, scopeSchema } from './awards.ts';
import { request } from './define.ts';
import { extentSchema } from './extent.ts';
import { priceStandingSchema } from './record-row.ts';

export const changeSchema = z.enum(CHANGES);

/** One of two runs that are compared. */
const comparedRunSchema = z.object({
  title: z.string(),
  /** Whether the demo marketplace made its records up. */
  demo: z.boolean(),
  /** UTC ms of the newest page that any of its records was last seen on; null where it has none. */
  newestAt: z.number().nullable(),
  /** UTC ms of its first page; null where the scope is not one run. */
  ranAt: z.number().nullable(),
  pages: z.number().nullable(),
  /** Those that pass the filter, as all that is counted; their award space, and the fewest miles of it. */
  records: z.number(),
  withSpace: z.number(),
  cheapest: z.number().nullable(),
  /** What its not returning a record proves: that the record was not there, or nothing. */
  proves: z.object({
    reason: z.enum(COVERAGE_REASONS),
    /** Whether it proves anything at all. */
    anything: z.boolean(),
    /** The days it proves it for; null: no bound on that side. */
    from: z.string().nullable(),
    until: z.string().nullable(),
  }),
});
export type ComparedRun = z.infer<typeof comparedRunSchema>;

const columnSchema = z.object({ scope: scopeSchema, filter: recordFilterSchema });
export type CompareColumn = z.infer<typeof columnSchema>;

export const comparisonRequests = {
  /**
   * Two to six columns side by side on one axis of dates: each a scope, optionally filtered, with one filter for all. A
   * scope that nothing is stored for any more does not affect the other columns.
   */
  compare: request(
    z.object({ columns: z.array(columnSchema).min(2).max(6), filter: recordFilterSchema }),
    z.object({
      columns: z.array(
        z.object({
          title: z.string(),
          /** Whether the demo marketplace made its records up. */
          demo: z.boolean(),
          /** Whether anything is stored for its scope; if not, its figures are those of no records. */
          isStored: z.boolean(),
          /** The cabins that its records were searched in, '' for none: more than one where it mixes them. */
          cabins: z.array(z.string()),
          /** Of a run or search, whether it, or any of its runs, is complete; null for what is stored of several. */
          complete: z.boolean().nullable(),
          /** How far a run or search that is not complete was read; null where it is complete. */
          extent: extentSchema.nullable(),
          /** UTC ms of the newest page that any of the column's records was last seen on. */
          newestAt: z.number().nullable(),
          cheapest: z.number().nullable(),
          /** The version of the record with these miles; null where there is none. */
          cheapestVersion: z.number().nullable(),
          /** Whether that record gives no seat count, where there are several travellers. */
          isCheapestUnsure: z.boolean(),
          /** The taxes of that record for one traveller, the least in each currency; empty where none are known. */
          cheapestTaxes: z.array(amountSchema),
          /** Where its price ranks among the other dates seen; null with too few dates. */
          cheapestPrice: priceStandingSchema.nullable(),
          median: z.number().nullable(),
          daysWithSpace: z.number(),
          daysSeen: z.number(),
          /** Days before today that were read: they have departed and count in no figure. */
          departed: z.number(),
          mostSeats: z.number().nullable(),
          /** Records with space that are direct, of all with space. */
          direct: z.object({ count: z.number(), of: z.number() }),
          programmes: z.array(z.string()),
          airlines: z.array(z.string()),
          /** The fewest miles of each programme, cheapest first. */
          cheapestBy: z.array(z.object({ programme: z.string(), miles: z.number() })),
        }),
      ),
      /**
       * Per date and column: null where that day was not read; otherwise the records with space that pass the filters
       * (0 where it was read and had none) and the cheapest miles among them, null where none states any.
       */
      days: z.array(
        z.object({
          date: z.string(),
          cells: z.array(z.object({ miles: z.number().nullable(), withSpace: z.number() }).nullable()),
        }),
      ),
    }),
  ),
  /**
   * What changed from one scope to another, record by record: typically two runs of one search. A record counts where
   * either of its sides passes the filter. One that is missing on a side is new or removed only where that side proves
   * it; otherwise it is `notSeenBefore` or `notSeenAgain`.
   */
  differences: request(
    z.object({
      before: scopeSchema,
      after: scopeSchema,
      filter: recordFilterSchema,
      /** The changes to list; absent: all. The counts are always of all. */
      changes: z.array(changeSchema).optional(),
      offset: z.int().min(0),
      limit: z.int().min(0).max(1000),
    }),
    z.object({
      before: comparedRunSchema,
      after: comparedRunSchema,
      /** Records that changed in each way; one record may change in several. */
      counts: z.record(changeSchema, z.number()),
      unchanged: z.number(),
      /** How many records changed in one of the wanted ways; `rows` is a window of them, by date. */
      total: z.number(),
      rows: z.array(
        z.object({
          changes: z.array(changeSchema),
          before: recordRowSchema.nullable(),
          after: recordRowSchema.nullable(),
        }),
      ),
    }),
  ),
};
