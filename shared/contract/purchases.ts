import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { PURCHASE_STATES } from '../purchase/state.ts';
import { request } from './define.ts';
import { spendingSchema } from './status.ts';

/** A committed quote as the sheet shows it. */
export const quoteSchema = z.object({
  quoteRef: z.string(),
  toolRef: z.string(),
  toolVersion: z.string(),
  price: amountSchema,
  /** The most that may be charged: the quote's own maximum where it names one, else its price. */
  ceiling: amountSchema,
  /** UTC ms on this machine's clock: the service's time corrected by the measured difference. */
  expiresAt: z.number(),
  /** The request exactly as the service will execute it. */
  normalizedInput: z.unknown(),
  inputDigest: z.string(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** One line of a purchase's history. Never changed once written. */
export const timelineEntrySchema = z.object({
  at: z.number(),
  event: z.string(),
  by: z.enum(['person', 'main', 'service', 'clock']),
  words: z.string(),
  requestId: z.string().nullable(),
});

export const purchaseSummarySchema = z.object({
  purchaseId: z.string(),
  state: z.enum(PURCHASE_STATES),
  /** The state in the product's words, with what it means for the money. */
  words: z.string(),
  toolRef: z.string(),
  toolTitle: z.string(),
  /** What was asked, in a few words. */
  title: z.string(),
  /** Quoted price; null while there is no quote. */
  price: amountSchema.nullable(),
  /** What counts as spent for it now: nothing, the full price while unresolved, or what was charged. */
  counted: amountSchema.nullable(),
  chargeState: z.string().nullable(),
  callRef: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The run of results that it gave, where it is an award search. */
  runId: z.number().nullable(),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

export const purchaseSchema = purchaseSummarySchema.extend({
  providerName: z.string().nullable(),
  /** The request as the person made it. */
  input: z.unknown(),
  quote: quoteSchema.nullable(),
  /** Why no quote or no Call came of it: code, words and what the service says to do next. */
  refusal: z
    .object({
      code: z.string(),
      words: z.string(),
      retryable: z.boolean(),
      retryAfterMs: z.number().nullable(),
      requiredActions: z.array(z.object({ title: z.string(), description: z.string() })),
    })
    .nullable(),
  /** What data leaves, and to whom, from the Tool's description. */
  dataUse: z.array(z.string()),
  effects: z.array(z.string()),
  /** Whether the person may approve now; where not, why. */
  approvable: z.object({ ok: z.boolean(), why: z.string() }),
  /** Spending without this purchase, and with it. */
  spendingBefore: spendingSchema,
  spendingAfterToday: z.array(amountSchema),
  receipt: z.unknown().nullable(),
  /** When the product looks again by itself, UTC ms. */
  nextLookAt: z.number().nullable(),
  can: z.object({ checkAgain: z.boolean(), resume: z.boolean(), discard: z.boolean() }),
  timeline: z.array(timelineEntrySchema),
  requestId: z.string().nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

const byId = z.object({ purchaseId: z.string() });

export const purchaseRequests = {
  /**
   * Asks for a quote; buys nothing. With `runId` the answer will be a further page of that run.
   * Resolves when the quote is there or was refused; an open purchase of the same request fails with code
   * `already_open` and its `purchaseId`.
   */
  quote: request(
    z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()), runId: z.number().optional() }),
    purchaseSchema,
  ),
  /** Records the approval of exactly the quote that was shown, and submits it. Resolves once it is submitted. */
  approve: request(
    z.object({
      purchaseId: z.string(),
      shown: z.object({
        quoteRef: z.string(),
        toolVersion: z.string(),
        inputDigest: z.string(),
        price: amountSchema,
      }),
    }),
    purchaseSchema,
  ),
  discard: request(byId, purchaseSchema),
  show: request(byId, purchaseSchema),
  list: request(
    z.object({
      states: z.array(z.enum(PURCHASE_STATES)).optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    z.object({ items: z.array(purchaseSummarySchema), total: z.number() }),
  ),
  /** Reads the service's status of an unresolved purchase now; never posts anything. */
  checkAgain: request(byId, purchaseSchema),
  /** Repeats the identical command with its original idempotency key (§7.3). */
  resume: request(byId, purchaseSchema),
};
