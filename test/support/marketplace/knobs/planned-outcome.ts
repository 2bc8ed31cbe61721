import type { Amount } from '#shared/money.ts';
import type { Market } from '../../../../electron/demo-marketplace/catalogue/market.ts';
import {
  bookCharge,
  type CallRow,
  evidenceHashOf,
} from '../../../../electron/demo-marketplace/purchases/call-record.ts';
import type { QuoteRow } from '../../../../electron/demo-marketplace/purchases/quotes.ts';
import type { CallPlan } from './behaviour.ts';
import { chargedFor, type PlannedRow, receiptOf, usageOf } from './planned-money.ts';

/** A Call's charge that was not refunded; undefined if there is none. */
function standingCharge(market: Market, callRef: string): { chargeRef: string; price: Amount } | undefined {
  const rows = market.books.database
    .prepare(
      'select charge_ref as chargeRef, kind, currency, units, exponent from charges where call_ref = ? order by rowid',
    )
    .all(callRef) as { chargeRef: string; kind: string; currency: string; units: string; exponent: number }[];
  const last = rows.at(-1);
  if (last?.kind !== 'charge') return undefined;
  const { chargeRef, currency, units, exponent } = last;
  return { chargeRef, price: { currency, units, exponent } };
}

const RETRY_AFTER_MS = 1_000;

/** Books the charge or refund of a charge state, with at most one standing charge per Call. Returns its reference. */
function bookChargeState(
  market: Market,
  row: PlannedRow,
  quote: QuoteRow,
  chargeState: string,
): string | undefined {
  const moved = chargeState === 'paid' || chargeState === 'outcome_unknown' || chargeState === 'refunded';
  let standing = standingCharge(market, row.callRef)?.chargeRef;
  if (moved && standing === undefined) standing = bookCharge(market, row, 'charge', chargedFor(row, quote));
  if (chargeState === 'refunded') return bookCharge(market, row, 'refund', chargedFor(row, quote));
  return standing;
}

function settle(
  market: Market,
  row: PlannedRow,
  quote: QuoteRow,
  chargeState: string,
  receipt: Parameters<typeof receiptOf>[3] | undefined,
): void {
  const transactionRef = bookChargeState(market, row, quote, chargeState);
  row.usage = usageOf(market, row, quote, chargeState, transactionRef);
  row.receipt = receipt === undefined ? null : receiptOf(market, row, quote, receipt, transactionRef);
}

function complete(market: Market, row: PlannedRow, quote: QuoteRow): void {
  const chargeState = row.plan.chargeState ?? 'paid';
  row.state = 'terminal';
  row.listedState = 'completed';
  row.result = { kind: 'completed', callRef: row.callRef, toolRef: row.toolRef };
  row.evidenceHash = evidenceHashOf(JSON.parse(row.output ?? 'null'));
  const receipt =
    chargeState === 'refunded'
      ? 'refunded'
      : chargeState === 'outcome_unknown'
        ? 'unknown'
        : chargeState === 'paid'
          ? 'settled'
          : 'reserved';
  settle(market, row, quote, chargeState, receipt);
}

function refuse(market: Market, row: PlannedRow, quote: QuoteRow): void {
  const { plan } = row;
  const mayHaveMoved = standingCharge(market, row.callRef) !== undefined;
  const receipt = plan.receipt ?? (mayHaveMoved ? 'refunded' : 'none');
  row.state = 'terminal';
  row.listedState = 'refused';
  row.result = {
    kind: 'refused',
    code: plan.code ?? 'provider_unavailable',
    retryable: plan.retryable ?? false,
    callRef: row.callRef,
  };
  const byReceipt = { settled: 'paid', refunded: 'refunded', none: undefined }[receipt];
  // A charge made while the outcome was unknown is refunded, even without a receipt.
  const chargeState = plan.chargeState ?? byReceipt ?? (mayHaveMoved ? 'refunded' : undefined);
  if (chargeState !== undefined) {
    settle(market, row, quote, chargeState, receipt === 'none' ? undefined : receipt);
  }
}

function cancel(row: PlannedRow): void {
  row.state = 'cancelled';
  row.listedState = 'cancelled';
  row.result = { kind: 'refused', code: 'cancelled', retryable: false, callRef: row.callRef };
}

function begin(market: Market, row: PlannedRow, quote: QuoteRow): void {
  const { plan, callRef } = row;
  const retryAfterMs = plan.retryAfterMs ?? RETRY_AFTER_MS;
  row.listedState = 'pending';
  row.state = 'in_progress';
  if (plan.outcome === 'pending') row.result = { kind: 'pending', callRef, retryAfterMs };
  if (plan.outcome === 'outcome_unknown' || plan.outcome === 'reconciliation_required') {
    row.state = 'reconciliation_required';
    row.listedState = 'reconciliation_required';
    row.result = {
      kind: plan.outcome,
      callRef,
      evidence: {
        reason: 'provider_outcome_not_observed',
        observedAt: market.clock(),
        retry: 'reconcile_before_retry',
      },
    };
    // Charged until the outcome is known, since money may have moved (§7.3).
    const receipt = plan.receipt === 'none' ? undefined : 'unknown';
    settle(market, row, quote, plan.chargeState ?? 'outcome_unknown', receipt);
  }
}

/** Sets the first state of a new Call by its plan. Must run in the transaction that inserts it. */
export function startCall(market: Market, row: PlannedRow, quote: QuoteRow): void {
  if (row.plan.outcome === 'completed') complete(market, row, quote);
  else if (row.plan.outcome === 'refused') refuse(market, row, quote);
  else begin(market, row, quote);
}

export const isOpen = (row: CallRow): boolean =>
  row.listedState === 'pending' || row.listedState === 'reconciliation_required';

/** Ends an open Call. Must run in the transaction that updates it. */
export function resolveCall(
  market: Market,
  row: PlannedRow,
  quote: QuoteRow,
  to: NonNullable<CallPlan['resolvesTo']>,
): void {
  // No longer unknown.
  if (row.plan.chargeState === 'outcome_unknown') delete row.plan.chargeState;
  if (to === 'completed') complete(market, row, quote);
  else if (to === 'refused') refuse(market, row, quote);
  else cancel(row);
  row.version += 1;
  row.updatedAt = market.clock();
}
