import { z } from 'zod';
import { CSV_STYLES } from '../csv.ts';
import { amountSchema } from '../money.ts';
import { PURCHASE_STATES } from '../purchase/state.ts';
import { request } from './define.ts';

/** Which purchases are counted or listed. `kind` is real money or the embedded marketplace's; absent: that of the current one. */
export const accountsFilterSchema = z.object({
  /** UTC ms, included. */
  from: z.int().optional(),
  /** UTC ms, not included. */
  until: z.int().optional(),
  kind: z.enum(['real', 'demo']).optional(),
  toolId: z.string().optional(),
  currency: z.string().optional(),
  states: z.array(z.enum(PURCHASE_STATES)).optional(),
});
export type AccountsFilter = z.infer<typeof accountsFilterSchema>;

/** Exact totals, one amount per currency; nothing is converted. */
const totals = z.array(amountSchema);
/** `unread`: how many of them have no amount that can be read; the totals are then the least. */
const line = z.object({ purchases: z.number(), totals, unread: z.number() });

/** One purchase in a statement or an export: everything that explains its amount. */
const accountRowSchema = z.object({
  purchaseId: z.string(),
  /** When it was submitted, UTC ms; null where nothing was sent. */
  at: z.number().nullable(),
  createdAt: z.number(),
  state: z.enum(PURCHASE_STATES),
  words: z.string(),
  toolId: z.string(),
  toolTitle: z.string(),
  title: z.string(),
  marketplace: z.string(),
  account: z.string().nullable(),
  quoted: amountSchema.nullable(),
  /** What counts as spent, in the currency of the approval. */
  counted: amountSchema.nullable(),
  /** What else counts, in other currencies that were charged. */
  alsoCounted: z.array(amountSchema),
  /** The charge that the service stated; null where it stated no exact amount. */
  charged: amountSchema.nullable(),
  /** How the charge differs from the approval, in words; null where it does not. */
  chargeDiffers: z.string().nullable(),
  chargeState: z.string().nullable(),
  receiptRef: z.string().nullable(),
  transactionRef: z.string().nullable(),
  callRef: z.string().nullable(),
  requestId: z.string().nullable(),
  idempotencyKey: z.string().nullable(),
});
export type AccountRow = z.infer<typeof accountRowSchema>;

const accountsSchema = z.object({
  kind: z.enum(['real', 'demo']),
  purchases: z.number(),
  /** What counts as spent: settled charges and everything unresolved in full. */
  totals,
  unread: z.number(),
  /** Settled purchases; below, open ones, counted in full. */
  settled: line,
  open: line,
  /** Refunded charges, by their quotes. */
  refunded: line,
  /** Charges without output: the Call was refused or cancelled, but charged. */
  losses: line,
  byMonth: z.array(line.extend({ month: z.string() })),
  byTool: z.array(line.extend({ toolId: z.string(), title: z.string() })),
  byCurrency: z.array(z.object({ currency: z.string(), purchases: z.number(), total: amountSchema })),
  byChargeState: z.array(line.extend({ chargeState: z.string() })),
});
export type Accounts = z.infer<typeof accountsSchema>;

const accountsByDaySchema = accountsSchema.extend({
  /** The newest of them, as many as requested, the last one last; and whether there are earlier ones. */
  byDay: z.array(line.extend({ day: z.string() })),
  moreDays: z.boolean(),
});
export type AccountsByDay = z.infer<typeof accountsByDaySchema>;

/** One Call or purchase on which the service and the journal disagree, or which only one of them knows. */
const differenceSchema = z.object({
  kind: z.enum([
    'only_at_service', // a Call of this account that this program did not make, or does not know
    'only_here', // a purchase with a Call that the service's list does not show
    'state', // both know it and disagree on its state
    'charge', // both know it and name different charges; the service's is adopted and recorded
    'open_here', // unsettled here: its status is polled again
  ]),
  callRef: z.string().nullable(),
  purchaseId: z.string().nullable(),
  /** What differs and what it means, in words. */
  words: z.string(),
  service: z
    .object({ state: z.string(), chargeState: z.string().nullable(), amount: amountSchema.nullable() })
    .nullable(),
  journal: z
    .object({ state: z.string(), chargeState: z.string().nullable(), amount: amountSchema.nullable() })
    .nullable(),
});
export type AccountsDifference = z.infer<typeof differenceSchema>;

export const accountsRequests = {
  /** Totals from the journal; local, at once. Days as many as requested, none where that is absent. */
  accounts: request(
    accountsFilterSchema.extend({ days: z.int().min(1).max(10_000).optional() }),
    accountsByDaySchema,
  ),
  /**
   * Compares the service's list of Calls with the journal. `complete` is false where the list could not be read back to
   * the beginning of the journal; a missing Call then does not count as a difference.
   */
  reconcileWithService: request(
    z.undefined(),
    z.object({
      at: z.number(),
      complete: z.boolean(),
      compared: z.number(),
      words: z.string(),
      differences: z.array(differenceSchema),
    }),
  ),
  /**
   * What the account holds at the service, requested now. Fails with `not_offered` where the service offers no balance,
   * `no_key`, or `unreadable` where it returns none that is exact.
   */
  balance: request(
    z.undefined(),
    z.object({
      at: z.number(),
      available: amountSchema,
      /** Reserved for Calls in progress; null where not known. */
      reserved: amountSchema.nullable(),
      requestId: z.string().nullable(),
    }),
  ),
  /** The purchases as text for a file. CSV cells that a spreadsheet would run as a formula are disarmed. */
  export: request(
    accountsFilterSchema.extend({ format: z.enum(['csv', 'json']), csv: z.enum(CSV_STYLES).optional() }),
    z.object({ fileName: z.string(), mimeType: z.string(), text: z.string(), rows: z.number() }),
  ),
  /** Everything on a printed statement of one month (`YYYY-MM`, the user’s calendar). */
  statement: request(
    z.object({
      month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
      kind: z.enum(['real', 'demo']).optional(),
    }),
    z.object({
      month: z.string(),
      from: z.number(),
      until: z.number(),
      accounts: accountsSchema,
      rows: z.array(accountRowSchema),
    }),
  ),
};
