import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';

/** The most searches in one approval. */
const MAX_SEARCHES = 500;
/** The most pages of one run in one approval. */
const MAX_PAGES = 50;
/** The longest time between two refreshes of a permission: the longest permission. */
const MAX_HOURS = 366 * 24;
/** The most pages of one of several searches: as many as its last complete run may have had. */
const MAX_PAGES_OF_SEARCH = 1000;

/** The longest reason of one search of a trip, in characters. */
export const TRIP_REASON_MAX = 500;

/** One search of an approval, with what was bought for it. */
const batchPartSchema = z.object({
  title: z.string(),
  /** The run of its pages; null until the first page has arrived. */
  runId: z.int().nullable(),
  /** At most so many. */
  pages: z.number(),
  bought: z.number(),
  /** `ended`: the approval ended before it; what was bought for it stays. */
  state: z.enum(['done', 'now', 'ahead', 'ended']),
  purchaseIds: z.array(z.string()),
  /** The one of them whose outcome is not settled yet; null where none is open. */
  openPurchase: z.string().nullable(),
  /** Why it was worth reading; null where nobody said. */
  why: z.string().nullable(),
  /** The trip that it is read for; null for any other. */
  tripId: z.string().nullable(),
  /** What counts as spent for it; the least, where the amounts of `unread` pages cannot be read. */
  spent: z.array(amountSchema),
  unread: z.number(),
});
export type BatchPart = z.infer<typeof batchPartSchema>;

/**
 * Several pages approved together with one ceiling: the next ones of a run, or those of several searches, each from its
 * first. The main process quotes and buys them one by one.
 */
const batchSchema = z.object({
  batchId: z.string(),
  /**
   * `running`: pages are being bought. `done`: all of them were. `stopped`: ended early, at the first reason to stop.
   */
  state: z.enum(['running', 'done', 'stopped']),
  /** The one trip that all of it is read for; null for any other. */
  trip: z.object({ tripId: z.string(), untilSettled: z.boolean() }).nullable(),
  /** Its state, in words, with what was bought. */
  words: z.string(),
  toolRef: z.string(),
  title: z.string(),
  /** The run that the pages continue; null for searches from their first pages. */
  runId: z.int().nullable(),
  /** At most so many. */
  pages: z.number(),
  bought: z.number(),
  /** Its searches in the order of buying. */
  parts: z.array(batchPartSchema),
  /** The most that all pages together may cost. */
  ceiling: amountSchema,
  /** What counts as spent of it now; the least, where the amounts of `unread` pages cannot be read. */
  spent: z.array(amountSchema),
  unread: z.number(),
  /** The most that one page of its first search may cost; null until the first quote has arrived. */
  pagePrice: amountSchema.nullable(),
  createdAt: z.number(),
  /**
   * Why it ended early: `price_changed`, `above_listed_price`, `refused`, `outcome_unknown`, `ceiling_reached`,
   * `over_limit`, `no_more`, `pages_unfit`, `account_changed`, `tool_changed`, `clock_changed`, `quote_expired`, `restarted`, `by_user`,
   * `already_open`, `trip_limit`, or the code of what failed.
   */
  stopped: z.object({ code: z.string(), words: z.string() }).nullable(),
  purchaseIds: z.array(z.string()),
});
export type Batch = z.infer<typeof batchSchema>;

/** A dated, revocable permission to refresh one search without asking each time. Off by default. */
const grantSchema = z.object({
  grantId: z.string(),
  state: z.enum(['in_force', 'revoked', 'over']),
  words: z.string(),
  toolRef: z.string(),
  /** The capability's id where the Tool names one, otherwise its reference. */
  toolId: z.string(),
  title: z.string(),
  /** The only request that may be bought: its first page, and the pages that follow it. */
  input: z.unknown(),
  /** Of one refresh at most so many pages. */
  pages: z.number(),
  /** The time from one refresh to the next, in hours. */
  everyHours: z.number(),
  /** The most that may be spent under it in one day. */
  perDay: amountSchema,
  /** The last day on which it is valid, by the user’s own calendar. */
  until: z.string(),
  spentToday: z.array(amountSchema),
  spent: z.array(amountSchema),
  /** How many purchases have no amount that can be read: what was spent is then the least. */
  unreadToday: z.number(),
  unread: z.number(),
  createdAt: z.number(),
  purchaseIds: z.array(z.string()),
});
export type Grant = z.infer<typeof grantSchema>;

const input = z.record(z.string(), z.unknown());
const ofSearch = {
  /** The price of one page as it was shown; one quoted above it is not bought. */
  pagePrice: amountSchema.optional(),
  /** Why it is worth reading, as it was shown. */
  why: z.string().max(TRIP_REASON_MAX).optional(),
  /** The trip that it is read for, within what its question lets searching cost. */
  tripId: z.string().optional(),
};

const beforeReadingSchema = z.object({
  /** What a trip's question lets searching cost on one day and in all, and what is left of it; null: it cannot be read. */
  limits: z.array(
    z.object({ of: z.enum(['day', 'all']), limit: amountSchema, left: amountSchema.nullable() }),
  ),
  /** For each request, the unsettled purchase of the same one: until it is settled, it is not bought again. */
  open: z.array(z.string().nullable()),
});
export type BeforeReading = z.infer<typeof beforeReadingSchema>;

export const standingRequests = {
  /**
   * Approves pages together with one ceiling: those after the page of purchase `after`, the last of its run, or those of
   * searches, each from its first page and in a run of its own, at most so many pages of each, in their order. Resolves
   * once the approval is recorded. After a search with fewer pages the next one follows; anything else unexpected ends
   * them all. Fails with `over_limit`, `no_next_page`, `changed_meanwhile`, `no_key`, with `invalid_input` where two of
   * them are the same request, and with `not_found` for an unknown trip.
   */
  approveBatch: request(
    z.object({
      requests: z
        .array(
          z.union([
            z.object({ after: z.string(), pages: z.int().min(1).max(MAX_PAGES), ...ofSearch }),
            z.object({
              toolRef: z.string(),
              input,
              pages: z.int().min(1).max(MAX_PAGES_OF_SEARCH),
              ...ofSearch,
            }),
          ]),
        )
        .min(1)
        .max(MAX_SEARCHES),
      ceiling: amountSchema,
      /**
       * The one trip that all are read for. `untilSettled`: after them the
       * search that promises most is read, again and again, until the best promise less than they cost.
       */
      trip: z.object({ tripId: z.string(), untilSettled: z.boolean() }).optional(),
    }),
    batchSchema,
  ),
  /** What stands against buying searches for a trip. Nothing is sent. Fails with `not_found` for an unknown trip. */
  beforeReading: request(
    z.object({
      tripId: z.string(),
      requests: z.array(z.object({ toolRef: z.string(), input })).max(MAX_SEARCHES),
    }),
    beforeReadingSchema,
  ),
  /** Newest first; with `tripId` those that read for this trip. */
  batches: request(
    z.object({ limit: z.int().min(1).max(200).optional(), tripId: z.string().optional() }),
    z.array(batchSchema),
  ),
  /** No further page is bought; one that was sent is settled like any purchase. */
  stopBatch: request(z.object({ batchId: z.string() }), batchSchema),

  /**
   * Grants a standing permission; the user confirms it outside the page. Fails with `not_confirmed`,
   * `confirmation_unavailable`, `invalid_input`, `no_key` or `bad_date`.
   */
  giveGrant: request(
    z.object({
      toolRef: z.string(),
      input,
      /** Of one refresh at most so many pages. */
      pages: z.int().min(1).max(MAX_PAGES),
      everyHours: z.int().min(1).max(MAX_HOURS),
      perDay: amountSchema,
      until: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    }),
    grantSchema,
  ),
  /** Those in force first, then the others, newest first. */
  grants: request(z.undefined(), z.array(grantSchema)),
  revokeGrant: request(z.object({ grantId: z.string() }), grantSchema),
};
