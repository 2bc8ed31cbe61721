import type { Amount } from './amount.ts';
import type { CallRow } from './call-record.ts';
import { digestOf, type JsonObject } from './json.ts';
import { type Market, told } from './market.ts';
import type { QuoteRow } from './quotes.ts';

const nothing = (price: Amount): Amount => ({ ...price, units: '0' });

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
    observedAt: told(market, market.clock()),
    chargeState,
    amount: free ? nothing(quote.price) : quote.price,
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
  const charged = state === 'reserved' ? nothing(quote.price) : quote.price;
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
    evidenceHash: row.evidenceHash ?? `sha256:${digestOf({ callRef: row.callRef, state })}`,
    issuedAt: new Date(told(market, market.clock())).toISOString(),
  };
}
