import type { Amount } from '#shared/money.ts';
import type { Market } from '../../../../electron/demo-marketplace/catalogue/market.ts';
import { type JsonObject, jsonDigest } from '../../../../electron/demo-marketplace/http/json.ts';
import type { CallRow } from '../../../../electron/demo-marketplace/purchases/call-record.ts';
import type { QuoteRow } from '../../../../electron/demo-marketplace/purchases/quotes.ts';
import type { CallPlan } from './behaviour.ts';

/** A Call with the plan of how it ends. */
export type PlannedRow = CallRow & { plan: CallPlan; polls: number };

const zero = (price: Amount): Amount => ({ ...price, units: '0' });

/** The charge of a Call: that of its plan, otherwise the quoted price. */
export const chargedFor = (row: PlannedRow, quote: QuoteRow): Amount => row.plan.charged ?? quote.price;

/** The `usage` of a Call: the amount and state of its charge. */
export function usageOf(
  market: Market,
  row: PlannedRow,
  quote: QuoteRow,
  chargeState: string,
  transactionRef: string | undefined,
): JsonObject {
  const free = chargeState === 'free_tier' || chargeState === 'insufficient_credit';
  return {
    usageRef: `usage:${row.callRef.slice(-16)}`,
    observedAt: market.clock(),
    chargeState: chargeState,
    amount: free ? zero(quote.price) : chargedFor(row, quote),
    priceDigest: quote.priceDigest,
    ...(transactionRef === undefined ? {} : { transactionRef }),
    durationMs: Math.max(0, market.clock() - row.createdAt),
  };
}

/** The receipt of a completed, unknown or refused Call: money may have moved in each case. */
export function receiptOf(
  market: Market,
  row: PlannedRow,
  quote: QuoteRow,
  state: 'reserved' | 'settled' | 'refunded' | 'unknown',
  transactionRef: string | undefined,
): JsonObject {
  const charged = state === 'reserved' ? zero(quote.price) : chargedFor(row, quote);
  return {
    receiptRef: `receipt:${row.callRef.slice(-16)}`,
    state,
    buyerCharge: charged,
    serviceFee: zero(quote.price),
    totalBuyerCharge: charged,
    priceDigest: quote.priceDigest,
    ...(transactionRef === undefined ? {} : { transactionRef }),
    refundState: state === 'refunded' ? 'released' : state === 'unknown' ? 'unknown' : 'not_applicable',
    lossState: state === 'unknown' ? 'unknown' : 'none',
    evidenceHash: row.evidenceHash ?? `sha256:${jsonDigest({ callRef: row.callRef, state })}`,
    issuedAt: new Date(market.clock()).toISOString(),
  };
}
