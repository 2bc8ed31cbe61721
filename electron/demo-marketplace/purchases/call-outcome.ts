import type { Market } from '../catalogue/market.ts';
import { bookCharge, type CallRow, evidenceHashOf } from './call-record.ts';
import type { QuoteRow } from './quotes.ts';

/** Completes a Call and books its charge. Must run in the transaction that writes it. */
export function completeCall(market: Market, row: CallRow, { price, priceDigest }: QuoteRow): void {
  const now = market.clock();
  const transactionRef = bookCharge(market, row, 'charge', price);
  row.state = 'terminal';
  row.listedState = 'completed';
  row.result = { kind: 'completed', callRef: row.callRef, toolRef: row.toolRef };
  row.evidenceHash = evidenceHashOf(JSON.parse(row.output ?? 'null'));
  row.usage = {
    usageRef: `usage:${row.callRef.slice(-16)}`,
    observedAt: now,
    chargeState: 'paid',
    amount: price,
    priceDigest,
    transactionRef,
    durationMs: Math.max(0, now - row.createdAt),
  };
  row.receipt = {
    receiptRef: `receipt:${row.callRef.slice(-16)}`,
    state: 'settled',
    buyerCharge: price,
    serviceFee: { ...price, units: '0' },
    totalBuyerCharge: price,
    priceDigest,
    transactionRef,
    refundState: 'not_applicable',
    lossState: 'none',
    evidenceHash: row.evidenceHash,
    issuedAt: new Date(now).toISOString(),
  };
}
