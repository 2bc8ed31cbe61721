import type { Market } from '../../../electron/demo-marketplace/catalogue/market.ts';
import type { Handler, Handlers } from '../../../electron/demo-marketplace/http/handlers.ts';
import { completeCall } from '../../../electron/demo-marketplace/purchases/call-outcome.ts';
import {
  bookCharge,
  type CallRow,
  evidenceHashOf,
  findCall,
  saveCall,
} from '../../../electron/demo-marketplace/purchases/call-record.ts';
import { call, foundStatus, refusal } from '../../../electron/demo-marketplace/purchases/calls.ts';
import { findQuote, type QuoteRow } from '../../../electron/demo-marketplace/purchases/quotes.ts';
import type { Behaviour, CallPlan } from './behaviour.ts';

type Planned = { plan: CallPlan; reads: number };

const RETRY_AFTER_MS = 1_000;
/** The state of the receipt for each charge state in which money moved. */
const RECEIPTS: Readonly<Record<string, string>> = {
  paid: 'settled',
  refunded: 'refunded',
  outcome_unknown: 'unknown',
};

const hasCharge = ({ books }: Market, { callRef }: CallRow): boolean =>
  books.database.prepare('select 1 from charges where call_ref = ?').get(callRef) !== undefined;

/** Books what a charge state means, at most once, and states it in usage and receipt. */
function account(
  market: Market,
  row: CallRow,
  quote: QuoteRow,
  { charged = quote.price }: CallPlan,
  chargeState: string,
): void {
  const receipt = RECEIPTS[chargeState];
  const amount = receipt === undefined ? { ...quote.price, units: '0' } : charged;
  if (receipt !== undefined && !hasCharge(market, row)) bookCharge(market, row, 'charge', charged);
  if (chargeState === 'refunded') bookCharge(market, row, 'refund', charged);
  const name = row.callRef.slice(-16);
  row.usage = { usageRef: `usage:${name}`, observedAt: market.clock(), chargeState, amount };
  row.receipt = {
    receiptRef: `receipt:${name}`,
    state: receipt ?? 'reserved',
    totalBuyerCharge: amount,
    refundState: chargeState === 'refunded' ? 'released' : 'not_applicable',
    issuedAt: new Date(market.clock()).toISOString(),
  };
}

function complete(market: Market, row: CallRow, quote: QuoteRow, plan: CallPlan): void {
  if (plan.chargeState === undefined && !hasCharge(market, row)) {
    completeCall(market, row, { ...quote, price: plan.charged ?? quote.price });
    return;
  }
  row.state = 'terminal';
  row.listedState = 'completed';
  row.result = { kind: 'completed', callRef: row.callRef, toolRef: row.toolRef };
  row.evidenceHash = evidenceHashOf(JSON.parse(row.output ?? 'null'));
  account(market, row, quote, plan, plan.chargeState ?? 'paid');
}

/** The first state of a new Call. Runs in the transaction that records it. */
function begin(market: Market, row: CallRow, quote: QuoteRow, plan: CallPlan): void {
  const { callRef } = row;
  switch (plan.outcome) {
    case 'completed':
      complete(market, row, quote, plan);
      return;
    case 'refused':
      row.state = 'terminal';
      row.listedState = 'refused';
      row.result = {
        kind: 'refused',
        code: plan.code ?? 'provider_unavailable',
        retryable: false,
        callRef,
      };
      if (plan.receipt === 'settled') account(market, row, quote, plan, 'paid');
      if (plan.receipt === 'refunded') account(market, row, quote, plan, 'refunded');
      return;
    case 'pending':
      row.state = 'in_progress';
      row.result = { kind: 'pending', callRef, retryAfterMs: plan.retryAfterMs ?? RETRY_AFTER_MS };
      return;
    case 'outcome_unknown':
      row.state = row.listedState = 'reconciliation_required';
      row.result = {
        kind: 'outcome_unknown',
        callRef,
        evidence: { reason: 'provider_outcome_not_observed', observedAt: market.clock() },
      };
      // Charged until the outcome is known, since money may have moved (§7.3).
      account(market, row, quote, plan, 'outcome_unknown');
  }
}

const isOpen = ({ listedState }: CallRow): boolean =>
  listedState === 'pending' || listedState === 'reconciliation_required';

/** The version of an open Call that has changed. */
function saveChanged(market: Market, row: CallRow): void {
  row.version += 1;
  row.updatedAt = market.clock();
  saveCall(market, row);
}

/** Replaces the handlers of Calls by those that follow the plans. Plans do not survive a restart; what is open then is completed. */
export function planCalls(market: Market, handlers: Handlers, behaviour: Behaviour): void {
  const planned = new Map<string, Planned>();
  const atomically = <Result>(work: () => Result): Result =>
    market.books.database.transaction(work).immediate();

  const wrap = (id: string, by: (plain: Handler) => Handler): void => {
    const plain = handlers[id];
    if (plain !== undefined) handlers[id] = by(plain);
  };

  /** Counts a status read of an open Call, which may complete it. */
  const read = (accountRef: string, callRef: string): void =>
    atomically(() => {
      const row = findCall(market, accountRef, { callRef });
      const quote = row && findQuote(market, accountRef, row.quoteRef);
      if (row === undefined || quote === undefined || !isOpen(row)) return;
      const known = planned.get(callRef) ?? { plan: { outcome: 'completed', polls: 0 }, reads: 0 };
      const { plan, reads } = known;
      known.reads += 1;
      if (reads < (plan.polls ?? (row.listedState === 'pending' ? 0 : Number.POSITIVE_INFINITY))) return;
      complete(market, row, quote, plan);
      saveChanged(market, row);
    });

  wrap('tool.call', (plain) => (of, request, caller) => {
    if (caller === undefined) return plain(of, request, caller);
    return call(of, caller, request, (_market, row, quote) => {
      const plan = behaviour.callPlans.shift() ?? behaviour.callPlan;
      planned.set(row.callRef, { plan, reads: 0 });
      begin(market, row, quote, plan);
    });
  });
  wrap('call.status', (plain) => async (of, request, caller) => {
    const callRef = String(request.callRef);
    if (caller !== undefined) read(caller.accountRef, callRef);
    const answer = await plain(of, request, caller);
    const retryAfterMs = planned.get(callRef)?.plan.retryAfterMs;
    return answer.kind === 'unchanged' && retryAfterMs !== undefined ? { ...answer, retryAfterMs } : answer;
  });
  wrap('call.cancel', (plain) => (of, request, caller) => {
    if (caller === undefined) return plain(of, request, caller);
    return atomically(() => {
      const row = findCall(market, caller.accountRef, { callRef: String(request.callRef) });
      if (row === undefined) return plain(of, request, caller);
      if (row.listedState === 'cancelled') return foundStatus(row);
      if (row.listedState !== 'pending') return refusal('call_not_cancellable', false);
      row.state = row.listedState = 'cancelled';
      row.result = { kind: 'refused', code: 'cancelled', retryable: false, callRef: row.callRef };
      saveChanged(market, row);
      return foundStatus(row);
    });
  });
}
