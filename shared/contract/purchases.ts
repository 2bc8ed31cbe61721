import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { authorisationSchema } from '../purchase/authorisation.ts';
import { chargeAlarmSchema } from '../purchase/charge.ts';
import { PURCHASE_STATES } from '../purchase/state.ts';
import { request } from './define.ts';
import { accountsRequests } from './purchase-accounts.ts';
import { standingRequests } from './standing-approvals.ts';
import { spendingSchema } from './status.ts';

/** A committed quote as the sheet shows it. */
const quoteSchema = z.object({
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
  /** What the listing and the quote authorise (§1.7, §8); `approve` asks for a second act where it is exceeded. */
  authorisation: authorisationSchema,
});
export type Quote = z.infer<typeof quoteSchema>;

/** One line of a purchase's history. Never changed once written. */
export const timelineEntrySchema = z.object({
  at: z.number(),
  event: z.string(),
  by: z.enum(['user', 'main', 'service', 'clock']),
  words: z.string(),
  requestId: z.string().nullable(),
});

const purchaseSummarySchema = z.object({
  purchaseId: z.string(),
  state: z.enum(PURCHASE_STATES),
  /** The state in the product's words, with what it means for the money. */
  words: z.string(),
  toolRef: z.string(),
  /** The capability's id where the Tool names one, else its reference: what limits and totals per Tool go by. */
  toolId: z.string(),
  toolTitle: z.string(),
  /** The request in a few words. */
  title: z.string(),
  /** Quoted price; null while there is no quote. */
  price: amountSchema.nullable(),
  /** What counts as spent for it now: nothing, the full price while unresolved, or what was charged. */
  counted: amountSchema.nullable(),
  /** What the service gave as charged; null where it gave no exact amount. */
  charged: amountSchema.nullable(),
  /** Set where the charge is not what was approved, seen by the user or not. */
  chargeAlarm: chargeAlarmSchema.extend({ seen: z.boolean() }).nullable(),
  /** The service's word for the charge: paid, free_tier, refunded, insufficient_credit, outcome_unknown, … */
  chargeState: z.string().nullable(),
  callRef: z.string().nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The run of results that it gave, where it is an award search. */
  runId: z.number().nullable(),
  /** The standing approval under which it was made, where it was: a batch of pages, or a dated permission. */
  batchId: z.string().nullable(),
  grantId: z.string().nullable(),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

/** A receipt as far as it can be read; the whole of it is in `purchase.receipt`. */
const receiptSchema = z.object({
  receiptRef: z.string().nullable(),
  state: z.string().nullable(),
  refundState: z.string().nullable(),
  lossState: z.string().nullable(),
  transactionRef: z.string().nullable(),
  total: amountSchema.nullable(),
  words: z.string(),
});

const purchaseSchema = purchaseSummarySchema.extend({
  providerName: z.string().nullable(),
  /** The request as the user made it. */
  input: z.unknown(),
  quote: quoteSchema.nullable(),
  /** What the same request was quoted at the last time, so that the sheet can show a difference; null where it was not. */
  priceBefore: amountSchema.nullable(),
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
  /**
   * Whether the user may approve now; where not, why. Where `limit` is `perCall`, `approve` with `abovePerCall` asks
   * the user to confirm it outside the page.
   */
  approvable: z.object({
    ok: z.boolean(),
    why: z.string(),
    limit: z.enum(['currency', 'perCall', 'perDay', 'perMonth', 'toolPerDay', 'toolPerMonth']).nullable(),
  }),
  /** Spending without this purchase, and with it. */
  spendingBefore: spendingSchema,
  spendingAfterToday: z.array(amountSchema),
  receipt: z.unknown().nullable(),
  receiptRead: receiptSchema.nullable(),
  /** When the product polls by itself, UTC ms. */
  nextPollAt: z.number().nullable(),
  /** Until when the service asked to wait, UTC ms: it is not asked before, however long that is (§7.1). */
  waitUntil: z.number().nullable(),
  can: z.object({
    checkAgain: z.boolean(),
    resume: z.boolean(),
    /** Where its Call is looked for, and the user may say which it is. */
    placeCall: z.boolean(),
    discard: z.boolean(),
    /** Where the service offers to cancel and the Call is still under way. */
    cancel: z.boolean(),
  }),
  timeline: z.array(timelineEntrySchema),
  requestId: z.string().nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** A charge that is not what was approved, and that the user has not seen. */
const alarmedPurchaseSchema = z.object({
  purchaseId: z.string(),
  title: z.string(),
  toolTitle: z.string(),
  demo: z.boolean(),
  alarm: chargeAlarmSchema,
});
export type AlarmedPurchase = z.infer<typeof alarmedPurchaseSchema>;

const byId = z.object({ purchaseId: z.string() });

export const purchaseRequests = {
  /**
   * Asks for a quote; buys nothing. With `after`, the purchase that gave a run its last page, the answer will be the page
   * after it; fails with `changed_meanwhile` where that is no longer the last page of its run.
   * Resolves when the quote is there or was refused; an open purchase of the same request fails with code
   * `already_open` and its `purchaseId`.
   */
  quote: request(
    z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()), after: z.string().optional() }),
    purchaseSchema,
  ),
  /**
   * Records the approval of exactly the quote that was shown, and submits it. Resolves once it is submitted.
   * `abovePerCall` lets the price exceed the limit for one Call, after the user has confirmed it in a dialog of the
   * system or in the terminal: fails with `not_confirmed`, or with `confirmation_unavailable` where nobody can be asked.
   */
  approve: request(
    z.object({
      purchaseId: z.string(),
      shown: z.object({
        quoteRef: z.string(),
        toolVersion: z.string(),
        inputDigest: z.string(),
        price: amountSchema,
      }),
      abovePerCall: z.boolean().optional(),
      /** The user’s second act: approves a quote above what the listing or the quote itself authorises. */
      aboveAuthorisation: z.boolean().optional(),
    }),
    purchaseSchema,
  ),
  discard: request(byId, purchaseSchema),
  show: request(byId, purchaseSchema),
  /** Newest first; `from` (included) and `until` (not included) are UTC ms of creation. */
  list: request(
    z.object({
      states: z.array(z.enum(PURCHASE_STATES)).optional(),
      from: z.number().optional(),
      until: z.number().optional(),
      toolId: z.string().optional(),
      kind: z.enum(['real', 'demo']).optional(),
      limit: z.int().min(1).max(1000).optional(),
    }),
    z.object({ items: z.array(purchaseSummarySchema), total: z.number() }),
  ),
  /** Reads the service's status of an unresolved purchase now; never posts anything. */
  checkAgain: request(byId, purchaseSchema),
  /** Repeats the identical command with its original idempotency key (§7.3). */
  resume: request(byId, purchaseSchema),
  /**
   * The Calls in the service's list that could be the one of a purchase whose acknowledgement was lost: nothing that the
   * service says of them tells. Reads only. Fails with `not_looking` where no Call is looked for.
   */
  callCandidates: request(
    byId,
    z.object({
      /** Whether the list was read completely. */
      complete: z.boolean(),
      calls: z.array(
        z.object({
          callRef: z.string(),
          /** Null where the list does not name it. */
          toolRef: z.string().nullable(),
          /** The service's own word; empty where it gives none. */
          state: z.string(),
          /** UTC ms by the service's clock; null where it is not given with its zone. */
          createdAt: z.number().nullable(),
          amount: amountSchema.nullable(),
        }),
      ),
    }),
  ),
  /**
   * The user's word for whether a candidate is the Call of this purchase, confirmed outside the page. What is taken as its
   * own is read by its status at once. Without a reference: the service made no Call for it, although it may list Calls
   * late. Fails with `not_a_candidate`, `not_declined`, `not_confirmed` or `confirmation_unavailable`.
   */
  placeCall: request(
    z.union([
      byId.extend({ callRef: z.string(), isOwn: z.boolean() }),
      byId.extend({ callRef: z.null(), isOwn: z.literal(false) }),
    ]),
    purchaseSchema,
  ),
  /**
   * Asks the service to cancel a Call that is under way; only the service's answer changes anything. Fails with
   * `not_cancellable`, or with `not_offered` where the marketplace has no such operation.
   */
  cancel: request(byId, purchaseSchema),
  /** Charges that are not what was approved and that the user has not seen; nothing is bought unattended while any stands. */
  alarms: request(z.undefined(), z.array(alarmedPurchaseSchema)),
  /** The user has seen exactly this charge; fails with `changed_meanwhile` where the service states another by now. */
  seeCharge: request(byId.extend({ mark: z.string() }), purchaseSchema),
  /** Everything that was stored of a purchase: each line of its history with the answer that caused it, as it came. */
  evidence: request(
    byId,
    z.object({
      purchaseId: z.string(),
      entries: z.array(
        timelineEntrySchema.extend({ state: z.enum(PURCHASE_STATES), detail: z.unknown().nullable() }),
      ),
      receipt: z.unknown().nullable(),
      /** The stored answer that holds what was paid for; `sha256` is over its bytes as they came. */
      output: z
        .object({
          via: z.enum(['call', 'status']),
          bytes: z.number(),
          sha256: z.string(),
          receivedAt: z.number(),
          interpreted: z.boolean(),
        })
        .nullable(),
    }),
  ),
  ...standingRequests,
  ...accountsRequests,
};
