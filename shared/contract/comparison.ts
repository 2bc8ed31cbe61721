import { z } from 'zod';
import { COVERAGE_REASONS } from '../award-analysis/coverage.ts';
import { CHANGES } from '../award-analysis/differences.ts';
import { recordFilterSchema, recordRowSchema, scopeSchema } from './awards.ts';
import { request } from './define.ts';

export const changeSchema = z.enum(CHANGES);

/** One of two askings that are told apart. */
export const askedSideSchema = z.object({
  title: z.string(),
  /** UTC ms of the newest page that any of its records was last seen on; null where it holds none. */
  newestAt: z.number().nullable(),
  /** UTC ms of its first page; null where the scope is not one run. */
  askedAt: z.number().nullable(),
  pages: z.number().nullable(),
  records: z.number(),
  /** Award space that passes the filter, and the fewest miles of it. */
  withSpace: z.number(),
  cheapest: z.number().nullable(),
  /** What a record that it does not hold shows: that it was not there, or nothing. */
  proves: z.object({
    reason: z.enum(COVERAGE_REASONS),
    /** Whether it shows anything at all. */
    anything: z.boolean(),
    /** The days it shows it for; null: no bound on that side. */
    from: z.string().nullable(),
    until: z.string().nullable(),
  }),
});
export type AskedSide = z.infer<typeof askedSideSchema>;

export const comparisonRequests = {
  /**
   * What changed from one scope to another, record by record: typically two runs of one search. A record counts where
   * either of its sides passes the filter. One that is missing on a side is new or gone only where that side proves
   * it; else it is `notSeenBefore` or `notSeenAgain`.
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
      before: askedSideSchema,
      after: askedSideSchema,
      /** Records that changed in each way; one record may change in several. */
      counts: z.record(changeSchema, z.number()),
      unchanged: z.number(),
      /** How many records changed in one of the wanted ways; `rows` holds a window of them, by date. */
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
