import { z } from 'zod';
import { amountSchema } from '../money.ts';
import { authorisationSchema } from '../purchase/authorisation.ts';
import { chargeAlarmSchema } from '../purchase/charge.ts';
import { PURCHASE_STATES } from '../purchase/state.ts';
import { request } from './define.ts';
import { accountsFilterSchema, accountsRequests } from './purchase-accounts.ts';
import { standingRequests } from './standing-approvals.ts';
import { spendingSchema } from './status.ts';

/** A committed quote as the sheet shows it. */
const quoteSchema = z.object({
  quoteRef: z.string(),
  toolRef: z.string(),
  toolVersion: z.string(),
  price: amountSchema,
  /** The most that may be charged: the quote's own maximum where it names one, otherwise its price. */
  ceiling: amountSchema,
  /** UTC ms on this machine's clock: the service's time corrected by the measured offset. */
  expiresAt: z.number(),
  /** The request exactly as the service will execute it. */
  normalizedInput: z.unknown(),
  inputDigest: z.string(),
  /**
   * What the listing and the quote authorise (§1.7, §8); where it is exceeded, `approve` needs a second confirmation.
   */
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
  /** The state in the product's words, with its effect on the money. */
  words: z.string(),
  toolRef: z.string(),
  /** The capability's id where the Tool names one, otherwise its reference: the key of limits and totals per Tool. */
  toolId: z.string(),
  toolTitle: z.string(),
  /** The request in a few words. */
  title: z.string(),
  /** Quoted price; null while there is no quote. */
  price: amountSchema.nullable(),
  /** What counts as spent for it now: nothing, the full price while unresolved, or the charge. */
  counted: amountSchema.nullable(),
  /** The charge that the service stated; null where it stated no exact amount. */
  charged: amountSchema.nullable(),
  /** Set where the charge differs from the approval, whether or not the user has seen it. */
  chargeAlarm: chargeAlarmSchema.extend({ seen: z.boolean() }).nullable(),
  /** The service's word for the charge: paid, free_tier, refunded, insufficient_credit, outcome_unknown, … */
  chargeState: z.string().nullable(),
  callRef: z.string().nullable(),
  /** Something stored of it cannot be read: `words` says what; it counts in full, and is neither approved nor sent. */
  damaged: z.literal(true).optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /** The run of results that it returned, where it is an award search. */
  runId: z.int().nullable(),
  /** The standing approval under which it was made, if any: a batch of pages, or a dated permission. */
  batchId: z.string().nullable(),
  grantId: z.string().nullable(),
});
export type PurchaseSummary = z.infer<typeof purchaseSummarySchema>;

/** A receipt as far as it can be read; `purchase.receipt` has all of it. */
const receiptSchema = z.object({
  receiptRef: z.string().nullable(),
  state: z.string().nullable(),
  refundState: z.string().nullable(),
  lossState: z.string().nullable(),
  transactionRef: z.string().nullable(),
  total: amountSchema.nullable(),
  words: z.string(),
});

export const refusalSchema = z.object({
  code: z.string(),
  words: z.string(),
  retryAfterMs: z.number().nullable(),
  requiredActions: z.array(z.object({ title: z.string(), description: z.string() })),
});

const purchaseSchema = purchaseSummarySchema.extend({
  providerName: z.string().nullable(),
  /** The request as the user made it. */
  input: z.unknown(),
  quote: quoteSchema.nullable(),
  /** The previous quote of the same request, so that the sheet can show a difference; null where there is none. */
  priceBefore: amountSchema.nullable(),
  /** Why there is no quote or no Call: code, words and what the service advises next. */
  refusal: refusalSchema.nullable(),
  /** What data is sent, and to whom, from the Tool's description. */
  dataUse: z.array(z.string()),
  effects: z.array(z.string()),
  /**
   * Whether the user may approve now; if not, why. Where `limit` is `perCall`, `approve` with `abovePerCall` asks the
   * user to confirm it outside the page.
   */
  approvable: z.object({
    ok: z.boolean(),
    why: z.string(),
    limit: z
      .enum(['unread', 'currency', 'perCall', 'perDay', 'perMonth', 'toolPerDay', 'toolPerMonth'])
      .nullable(),
  }),
  /** Spending without this purchase. */
  spendingBefore: spendingSchema,
  receipt: z.unknown().nullable(),
  receiptRead: receiptSchema.nullable(),
  /** When the product polls next, UTC ms. */
  nextPollAt: z.number().nullable(),
  /** Until when the service requested a wait, UTC ms: it is not polled before, however long that is (§7.1). */
  waitUntil: z.number().nullable(),
  can: z.object({
    checkAgain: z.boolean(),
    resume: z.boolean(),
    /** Whether its Call is being looked for, so that the user may identify it. */
    placeCall: z.boolean(),
    discard: z.boolean(),
    /** Whether the service offers cancellation and the Call is still in progress. */
    cancel: z.boolean(),
  }),
  timeline: z.array(timelineEntrySchema),
  requestId: z.string().nullable(),
});
export type Purchase = z.infer<typeof purchaseSchema>;

/** A charge that differs from the approval and that the user has not seen. */
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
   * Requests a quote; buys nothing. With `after`, the purchase of a run's last page, the quote is for the page after
   * it; fails with `changed_meanwhile` where that is no longer the last page of its run.
   * Resolves when the quote has arrived or was refused; an open purchase of the same request fails with code
   * `already_open` and its `purchaseId`.
   */
  quote: request(
    z.object({ toolRef: z.string(), input: z.record(z.string(), z.unknown()), after: z.string().optional() }),
    purchaseSchema,
  ),
  /**
   * Records the approval of exactly the quote that was shown, and submits it. Resolves once it is submitted.
   * `abovePerCall` lets the price exceed the limit for one Call, after the user has confirmed it in a system dialog or
   * in the terminal: fails with `not_confirmed`, or with `confirmation_unavailable` where nobody can be asked.
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
      /** The user’s second confirmation: approves a quote above what the listing or the quote itself authorises. */
      aboveAuthorisation: z.boolean().optional(),
    }),
    purchaseSchema,
  ),
  discard: request(byId, purchaseSchema),
  show: request(byId, purchaseSchema),
  /** Newest first, by the time of creation and the currency of the price; of either kind where none is named. */
  list: request(
    accountsFilterSchema.extend({ limit: z.int().min(1).max(1000).optional() }),
    z.object({ items: z.array(purchaseSummarySchema), total: z.number() }),
  ),
  /** Polls the status of an unresolved purchase now; never posts anything. */
  checkAgain: request(byId, purchaseSchema),
  /** Repeats the identical command with its original idempotency key (§7.3). */
  resume: request(byId, purchaseSchema),
  /**
   * The Calls in the service's list that could belong to a purchase whose acknowledgement was lost, as the service's
   * answers do not settle it. Reads only. Fails with `not_looking` where no Call is being looked for.
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
          /** UTC ms by the service's clock; null where it is given without its zone. */
          createdAt: z.number().nullable(),
          amount: amountSchema.nullable(),
        }),
      ),
    }),
  ),
  /**
   * The user's decision whether a candidate is the Call of this purchase, confirmed outside the page. One accepted as
   * its own is polled at once. Without a reference: the service made no Call for it, although it may list Calls late.
   * Fails with `not_a_candidate`, `not_declined`, `not_confirmed` or `confirmation_unavailable`.
   */
  placeCall: request(
    z.union([
      byId.extend({ callRef: z.string(), isOwn: z.boolean() }),
      byId.extend({ callRef: z.null(), isOwn: z.literal(false) }),
    ]),
    purchaseSchema,
  ),
  /**
   * Asks the service to cancel a Call in progress; only the service's answer changes anything. Fails with
   * `not_cancellable`, or with `not_offered` where the marketplace has no such operation.
   */
  cancel: request(byId, purchaseSchema),
  /**
   * Charges that differ from the approval and that the user has not seen; nothing is bought unattended while there is
   * one.
   */
  alarms: request(z.undefined(), z.array(alarmedPurchaseSchema)),
  /** The user has seen exactly this charge; fails with `changed_meanwhile` where the service now states another. */
  seeCharge: request(byId.extend({ mark: z.string() }), purchaseSchema),
  /** Everything stored of a purchase: each line of its history with what was read of the answer that caused it. */
  evidence: request(
    byId,
    z.object({
      purchaseId: z.string(),
      entries: z.array(
        timelineEntrySchema.extend({ state: z.enum(PURCHASE_STATES), detail: z.unknown().nullable() }),
      ),
      receipt: z.unknown().nullable(),
      /** Every column as it is stored, where one of them cannot be read. */
      stored: z.record(z.string(), z.union([z.string(), z.number(), z.null()])).optional(),
      /** The stored answer with the output that was paid for; `sha256` is over its bytes as they came. */
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
