import type { Market } from '../../../../electron/demo-marketplace/catalogue/market.ts';
import type { JsonObject } from '../../../../electron/demo-marketplace/http/json.ts';
import { refuseWith } from '../../../../electron/demo-marketplace/http/problem.ts';
import type { Caller } from '../../../../electron/demo-marketplace/purchases/accounts.ts';
import {
  type CallRow,
  findCall,
  saveCall,
} from '../../../../electron/demo-marketplace/purchases/call-record.ts';
import { foundStatus, notFound, refusal } from '../../../../electron/demo-marketplace/purchases/calls.ts';
import { findQuote, type QuoteRow } from '../../../../electron/demo-marketplace/purchases/quotes.ts';
import type { CallPlan } from './behaviour.ts';
import type { PlannedRow } from './planned-money.ts';
import { isOpen, resolveCall, startCall } from './planned-outcome.ts';

/** What is stored of planned Calls in the books, so that it survives a restart. */
export function createPlans({ books }: Market): void {
  books.database.exec(`create table if not exists call_plans (
      call_ref text primary key, plan text not null, polls integer not null) strict;
    create table if not exists commands (
      account_ref text not null references accounts, idempotency_key text not null,
      call_ref text not null references calls, action text not null,
      primary key (account_ref, idempotency_key)) strict;`);
}

function withPlan(market: Market, row: CallRow): PlannedRow {
  const stored = market.books.database
    .prepare('select plan, polls from call_plans where call_ref = ?')
    .get(row.callRef) as { plan: string; polls: number } | undefined;
  const plan: CallPlan = stored === undefined ? { outcome: 'completed' } : JSON.parse(stored.plan);
  return { ...row, plan, polls: stored?.polls ?? 0 };
}

function update(market: Market, { plan, polls, ...row }: PlannedRow): void {
  saveCall(market, row);
  market.books.database
    .prepare('update call_plans set plan = ?, polls = ? where call_ref = ?')
    .run(JSON.stringify(plan), polls, row.callRef);
}

/** Gives a new Call the state that its plan begins with. */
export function beginPlanned(market: Market, row: CallRow, quote: QuoteRow, plan: CallPlan): void {
  market.books.database
    .prepare('insert into call_plans (call_ref, plan, polls) values (?, ?, 0)')
    .run(row.callRef, JSON.stringify(plan));
  const planned: PlannedRow = { ...row, plan, polls: 0 };
  startCall(market, planned, quote);
  const { plan: _plan, polls: _polls, ...begun } = planned;
  Object.assign(row, begun);
}

function quoteOf(market: Market, row: CallRow): QuoteRow {
  const quote = findQuote(market, row.accountRef, row.quoteRef);
  return quote ?? refuseWith(500, 'books_inconsistent', 'The Call has no quote in the books.');
}

/** Counts a status read of an open Call, which resolves after the planned number. Returns its pace. */
export function poll(market: Market, { accountRef }: Caller, callRef: string): number {
  return market.books.database
    .transaction(() => {
      const found = findCall(market, accountRef, { callRef });
      if (found === undefined) return 0;
      const row = withPlan(market, found);
      const { plan } = row;
      const needed = plan.polls ?? (row.listedState === 'pending' ? 0 : undefined);
      if (isOpen(row) && needed !== undefined) {
        if (row.polls >= needed)
          resolveCall(market, row, quoteOf(market, row), plan.resolvesTo ?? 'completed');
        else row.polls += 1;
        update(market, row);
      }
      return plan.retryAfterMs ?? 1_000;
    })
    .immediate();
}

/** Ends an open Call, as its provider would; false if it is over. */
export function settle(market: Market, found: CallRow, to: NonNullable<CallPlan['resolvesTo']>): boolean {
  if (!isOpen(found)) return false;
  const row = withPlan(market, found);
  resolveCall(market, row, quoteOf(market, row), to);
  update(market, row);
  return true;
}

/** Acts on a Call once per idempotency key; a repeat returns its current status. @param act returns a refusal code */
function actOnCall(
  market: Market,
  caller: Caller,
  action: string,
  parameters: JsonObject,
  act: (row: PlannedRow) => string | undefined,
): JsonObject {
  const { callRef, idempotencyKey } = parameters as { callRef: string; idempotencyKey: string };
  const { database } = market.books;
  return database
    .transaction(() => {
      const found = findCall(market, caller.accountRef, { callRef });
      if (!found) return notFound;
      const row = withPlan(market, found);
      const before = database
        .prepare(
          'select call_ref as callRef, action from commands where account_ref = ? and idempotency_key = ?',
        )
        .get(caller.accountRef, idempotencyKey) as { callRef: string; action: string } | undefined;
      if (before && (before.callRef !== callRef || before.action !== action)) {
        return refuseWith(409, 'idempotency_conflict', 'The idempotency key belongs to another act.');
      }
      if (before) return foundStatus(row);
      const refusalCode = act(row);
      if (refusalCode) return refusal(refusalCode, false);
      update(market, row);
      database
        .prepare('insert into commands (account_ref, idempotency_key, call_ref, action) values (?, ?, ?, ?)')
        .run(caller.accountRef, idempotencyKey, callRef, action);
      return foundStatus(row);
    })
    .immediate();
}

export function cancelCall(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  return actOnCall(market, caller, 'cancel', parameters, (row) => {
    if (row.listedState !== 'pending') return 'call_not_cancellable';
    resolveCall(market, row, quoteOf(market, row), 'cancelled');
    return undefined;
  });
}
