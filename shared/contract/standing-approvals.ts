import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';

/** A line in the history of a standing approval. Never changed once written. */
const historySchema = z.array(
  z.object({ at: z.number(), by: z.enum(['user', 'main', 'service', 'clock']), words: z.string() }),
);

/** The most searches that one approval may hold. */
const MOST_SEARCHES = 500;
/** The most pages of one run that one approval may hold. */
const MOST_PAGES = 50;
/** The most pages of one of several searches: as many as its last complete run may have had. */
const MOST_PAGES_OF_SEARCH = 1000;

/** One search of an approval, with what was bought of it. */
const batchPartSchema = z.object({
  title: z.string(),
  /** The run of its pages; null until the first has given one. */
  runId: z.number().nullable(),
  /** At most so many. */
  pages: z.number(),
  bought: z.number(),
  /** `ended`: the approval ended before it; what was bought of it stays. */
  state: z.enum(['done', 'now', 'ahead', 'ended']),
  purchaseIds: z.array(z.string()),
});
export type BatchPart = z.infer<typeof batchPartSchema>;

/**
 * Several pages approved as one act with one ceiling: the next ones of a run, or those of several searches, each from its
 * first. They are quoted and bought one by one by the main process.
 */
const batchSchema = z.object({
  batchId: z.string(),
  /** `running`: pages are being bought. `done`: all of them were. `stopped`: ended before, at the first reason to stop. */
  state: z.enum(['running', 'done', 'stopped']),
  /** Where it stands, in words, with what was bought. */
  words: z.string(),
  toolRef: z.string(),
  title: z.string(),
  /** The run whose further pages they are; null until the first page has given one, and of several searches. */
  runId: z.number().nullable(),
  /** At most so many. */
  pages: z.number(),
  bought: z.number(),
  /** Its searches in the order in which they are bought; one where it is for pages of one run. */
  parts: z.array(batchPartSchema),
  /** The most that all pages together may cost. */
  ceiling: amountSchema,
  /** What counts as spent of it now. */
  spent: z.array(amountSchema),
  /** The most that one page of its first search may cost; null until the first quote has come. */
  pagePrice: amountSchema.nullable(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /**
   * Why it ended early: `price_changed`, `above_listed_price`, `refused`, `outcome_unknown`, `ceiling_reached`,
   * `over_limit`, `no_more`, `pages_unfit`, `account_changed`, `tool_changed`, `clock_changed`, `quote_expired`, `restarted`, `by_user`,
   * `already_open`, `trouble`.
   */
  stopped: z.object({ code: z.string(), words: z.string() }).nullable(),
  purchaseIds: z.array(z.string()),
  history: historySchema,
});
export type Batch = z.infer<typeof batchSchema>;

/** A dated, revocable permission to refresh one search without being asked each time. Off by default. */
const grantSchema = z.object({
  grantId: z.string(),
  state: z.enum(['in_force', 'revoked', 'over']),
  words: z.string(),
  toolRef: z.string(),
  /** The capability's id where the Tool names one, else its reference. */
  toolId: z.string(),
  title: z.string(),
  /** The request that may be bought: its first page, and nothing else. */
  input: z.unknown(),
  /** The most that may be spent under it in one day. */
  perDay: amountSchema,
  /** The last day on which it holds, by the user’s own calendar. */
  until: z.string(),
  spentToday: z.array(amountSchema),
  spent: z.array(amountSchema),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  purchaseIds: z.array(z.string()),
  history: historySchema,
});
export type Grant = z.infer<typeof grantSchema>;

const input = z.record(z.string(), z.unknown());

export const standingRequests = {
  /**
   * Approves several pages as one act: those after the page that the purchase `after` gave, the last of its run, or
   * those of a new search from its first. Resolves once the approval is recorded; the pages follow one by one and stop
   * at the first reason to stop. `pagePrice` is the price of one page as it was shown; a page quoted above it is not bought.
   * Fails with `over_limit`, `no_next_page`, `changed_meanwhile`, `no_key`.
   */
  approveBatch: request(
    z.object({
      after: z.string().optional(),
      toolRef: z.string().optional(),
      input: input.optional(),
      pages: z.int().min(1).max(MOST_PAGES),
      ceiling: amountSchema,
      pagePrice: amountSchema.optional(),
    }),
    batchSchema,
  ),
  /**
   * Approves a refresh at several searches as one act with one ceiling: each from its first page, in a run of its own, at
   * most so many pages of each, in their order. A search that has fewer pages is followed by the next; anything else
   * that the approval does not provide for ends all of it. Fails with `invalid_input` where two of them are the same request.
   */
  approveSearches: request(
    z.object({
      requests: z
        .array(
          z.object({
            toolRef: z.string(),
            input,
            pages: z.int().min(1).max(MOST_PAGES_OF_SEARCH),
            /** The price of one page as it was shown; one quoted above it is not bought. */
            pagePrice: amountSchema.optional(),
          }),
        )
        .min(1)
        .max(MOST_SEARCHES),
      ceiling: amountSchema,
    }),
    batchSchema,
  ),
  /** Newest first. */
  batches: request(z.object({ limit: z.int().min(1).max(200).optional() }), z.array(batchSchema)),
  /** No further page is bought; one that was sent is settled as any purchase. */
  stopBatch: request(z.object({ batchId: z.string() }), batchSchema),

  /**
   * Gives a standing permission; the user confirms it outside the page. Fails with `not_confirmed`,
   * `confirmation_unavailable`, `invalid_input`, `no_key` or `bad_date`.
   */
  giveGrant: request(
    z.object({
      toolRef: z.string(),
      input,
      perDay: amountSchema,
      until: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
    }),
    grantSchema,
  ),
  /** Those in force first, then the others, newest first. */
  grants: request(z.undefined(), z.array(grantSchema)),
  revokeGrant: request(z.object({ grantId: z.string() }), grantSchema),
};
