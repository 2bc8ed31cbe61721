import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { request } from './define.ts';

/** A line in the history of a standing approval. Never changed once written. */
const historySchema = z.array(
  z.object({ at: z.number(), by: z.enum(['person', 'main', 'service', 'clock']), words: z.string() }),
);

/** Several pages approved as one act with one ceiling. They are quoted and bought one by one by the main process. */
export const batchSchema = z.object({
  batchId: z.string(),
  /** `running`: pages are being bought. `done`: all of them were. `stopped`: ended before, at the first surprise. */
  state: z.enum(['running', 'done', 'stopped']),
  /** Where it stands, in words, with what was bought. */
  words: z.string(),
  toolRef: z.string(),
  title: z.string(),
  /** The run whose further pages they are; null until the first page has given one. */
  runId: z.number().nullable(),
  pages: z.number(),
  bought: z.number(),
  /** The most that all pages together may cost. */
  ceiling: amountSchema,
  /** What counts as spent of it now. */
  spent: z.array(amountSchema),
  /** The most that one page may cost; null until the first quote has told. */
  pagePrice: amountSchema.nullable(),
  createdAt: z.number(),
  endedAt: z.number().nullable(),
  /**
   * Why it ended early: `price_changed`, `above_listed_price`, `refused`, `outcome_unknown`, `ceiling_reached`,
   * `over_limit`, `no_more`, `ground_changed`, `clock_changed`, `quote_expired`, `restarted`, `by_person`,
   * `already_open`, `trouble`.
   */
  stopped: z.object({ code: z.string(), words: z.string() }).nullable(),
  purchaseIds: z.array(z.string()),
  history: historySchema,
});
export type Batch = z.infer<typeof batchSchema>;

/** A dated, revocable permission to refresh one search without being asked each time. Off by default. */
export const grantSchema = z.object({
  grantId: z.string(),
  state: z.enum(['in_force', 'revoked', 'over']),
  words: z.string(),
  toolRef: z.string(),
  title: z.string(),
  /** The request that may be bought: its first page, and nothing else. */
  input: z.unknown(),
  /** The most that may be spent under it in one day. */
  perDay: amountSchema,
  /** The last day on which it holds, by the person's own calendar. */
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
   * Approves several pages as one act: the next ones of `runId`, or those of a new search from its first. Resolves once
   * the approval is recorded; the pages follow one by one and stop at the first surprise. `pagePrice` is the price of
   * one page as it was shown; a page quoted above it is not bought. Fails with `over_limit`, `no_next_page`, `no_key`.
   */
  approveBatch: request(
    z.object({
      runId: z.number().optional(),
      toolRef: z.string().optional(),
      input: input.optional(),
      pages: z.int().min(1).max(50),
      ceiling: amountSchema,
      pagePrice: amountSchema.optional(),
    }),
    batchSchema,
  ),
  /** Newest first. */
  batches: request(z.object({ limit: z.int().min(1).max(200).optional() }), z.array(batchSchema)),
  /** No further page is bought; one that was sent is settled as any purchase. */
  stopBatch: request(z.object({ batchId: z.string() }), batchSchema),

  /**
   * Gives a standing permission; the person confirms it outside the page. Fails with `not_confirmed`,
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
