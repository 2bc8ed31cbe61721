import { type Market, timeShown } from '../catalogue/market.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';
import type { DemoAmount } from './amount.ts';
import type { CallRow } from './call-record.ts';
import type { QuoteRow } from './quotes.ts';

const nothing = (price: DemoAmount): DemoAmount => ({ ...price, units: '0' });

/** What a Call is charged: its price, unless its plan says otherwise. */
export const chargedFor = (row: CallRow, quote: QuoteRow): DemoAmount => row.plan.charged ?? quote.price;

/** The `usage` of a Call: what was charged for it, and in which state the charge is. */
export function usageOf(
  market: Market,
  row: CallRow,
  quote: QuoteRow,
  chargeState: string,
  transactionRef: string | undefined,
): JsonObject {
  const free = chargeState === 'free_tier' || chargeState === 'insufficient_credit';
  return {
    usageRef: `usage:${row.callRef.slice(-16)}`,
    observedAt: timeShown(market, market.clock()),
    chargeState: row.plan.chargeWord ?? chargeState,
    amount: free ? nothing(quote.price) : chargedFor(row, quote),
    priceDigest: quote.priceDigest,
    ...(transactionRef === undefined ? {} : { transactionRef }),
    durationMs: Math.max(0, market.clock() - row.createdAt),
  };
}

/** A receipt: it can come with a completed, an unknown and even a refused Call, because money may have moved. */
export function receiptOf(
  market: Market,
  row: CallRow,
  quote: QuoteRow,
  state: 'reserved' | 'settled' | 'refunded' | 'unknown',
  transactionRef: string | undefined,
): JsonObject {
  const charged = state === 'reserved' ? nothing(quote.price) : chargedFor(row, quote);
  return {
    receiptRef: `receipt:${row.callRef.slice(-16)}`,
    state,
    buyerCharge: charged,
    serviceFee: nothing(quote.price),
    totalBuyerCharge: charged,
    priceDigest: quote.priceDigest,
    ...(transactionRef === undefined ? {} : { transactionRef }),
    refundState: state === 'refunded' ? 'released' : state === 'unknown' ? 'unknown' : 'not_applicable',
    lossState: state === 'unknown' ? 'unknown' : 'none',
    evidenceHash: row.evidenceHash ?? `sha256:${jsonDigest({ callRef: row.callRef, state })}`,
    issuedAt: new Date(timeShown(market, market.clock())).toISOString(),
  };
}
