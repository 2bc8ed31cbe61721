import { randomUUID } from 'node:crypto';
import { findTool, type Market, timeShown } from '../catalogue/market.ts';
import type { OfferedTool } from '../catalogue/tool.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';
import { refuseWith } from '../http/problem.ts';
import { accountMoney, type Caller } from './accounts.ts';
import { compareDemoAmounts } from './amount.ts';
import { isOpen, resolveCall, startCall } from './call-outcome.ts';
import { type CallRow, findCall, insertCall, listCallRows, updateCall } from './call-record.ts';
import { findQuote, type QuoteRow } from './quotes.ts';

/** The answer to tool.call and the `result` of call.status. */
function callResult(row: CallRow): JsonObject {
  if (row.result.kind !== 'completed')
    return { ...row.result, ...(row.receipt ? { receipt: row.receipt } : {}) };
  return {
    ...row.result,
    output: JSON.parse(row.output ?? 'null'),
    evidenceHash: row.evidenceHash,
    usage: row.usage,
    ...(row.receipt ? { receipt: row.receipt } : {}),
  };
}

export function foundStatus(row: CallRow): JsonObject {
  return {
    kind: 'found',
    callRef: row.callRef,
    version: row.version,
    toolRef: row.toolRef,
    state: row.state,
    ...(row.usage ? { usage: row.usage } : {}),
    result: callResult(row),
    ...(row.receipt ? { receipt: row.receipt } : {}),
    ...(row.evidenceHash ? { evidenceHash: row.evidenceHash } : {}),
  };
}

/** The answer, with a reference to a non-existent Call if `changedCallRef` is set. */
function withChangedRef(market: Market, row: CallRow, answer: JsonObject): JsonObject {
  if (!market.behaviour.changedCallRef) return answer;
  const other = `operation-invocation:v1:${jsonDigest(row.callRef)}`;
  return JSON.parse(JSON.stringify(answer).replaceAll(row.callRef, other)) as JsonObject;
}

/** The Call that was made with an idempotency key (§7.3), if any. Refuses a key used for another quote. */
function earlierCall(
  market: Market,
  caller: Caller,
  quoteRef: string,
  idempotencyKey: string,
): CallRow | undefined {
  const earlier = findCall(market, caller.accountRef, { idempotencyKey });
  if (earlier && earlier.quoteRef !== quoteRef) {
    return refuseWith(409, 'idempotency_conflict', 'The idempotency key belongs to another Call.');
  }
  return earlier;
}

/** A quote that can be consumed. Refuses one that is unknown, of another account, consumed or expired. */
function currentQuote(market: Market, caller: Caller, quoteRef: string): QuoteRow {
  const quote = findQuote(market, caller.accountRef, quoteRef);
  if (!quote) return refuseWith(404, 'quote_not_found', 'This account has no such quote.');
  if (findCall(market, caller.accountRef, { quoteRef })) {
    return refuseWith(409, 'quote_consumed', 'The quote was consumed by another Call.');
  }
  if (market.clock() >= quote.expiresAt) return refuseWith(410, 'quote_expired', 'The quote has expired.');
  return quote;
}

export const refusal = (code: string, retryable: boolean): JsonObject => ({
  kind: 'refused',
  code,
  retryable,
});

/** A refusal that leaves the quote valid and charges nothing; undefined if there is none. */
function refusalBeforeCall(
  market: Market,
  tool: OfferedTool | undefined,
  quote: QuoteRow,
): JsonObject | undefined {
  if (!tool) return refusal('tool_not_found', false);
  if (tool.version !== quote.toolVersion) return refusal('tool_not_current', false);
  if (tool.posture !== 'callable' || !tool.run) return refusal('tool_not_ready', true);
  const { available } = accountMoney(market.books, quote.accountRef);
  if ((compareDemoAmounts(quote.price, available) ?? 1) > 0) return refusal('insufficient_balance', false);
  return undefined;
}

/** Executes a quoted input once. The Call and its charge are committed together before the answer is sent. */
export async function call(market: Market, caller: Caller, request: JsonObject): Promise<JsonObject> {
  const { quoteRef, idempotencyKey } = request as { quoteRef: string; idempotencyKey: string };
  const earlier = earlierCall(market, caller, quoteRef, idempotencyKey);
  const { repeatedOrderStatus } = market.behaviour;
  if (earlier && repeatedOrderStatus !== null)
    return refuseWith(repeatedOrderStatus, 'quote_consumed', 'The quote is no longer good.');
  if (earlier) return withChangedRef(market, earlier, callResult(earlier));
  const quote = currentQuote(market, caller, quoteRef);
  const tool = findTool(market, quote.toolRef);
  const injected = market.behaviour.callRefusals.shift();
  if (injected) return refusal(injected.code, injected.retryable ?? false);
  const refused = refusalBeforeCall(market, tool, quote);
  if (refused) return refused;
  const output = JSON.stringify((await tool?.run?.(quote.input, { now: market.clock() })) ?? null);
  const row = market.books.database
    .transaction(() => {
      // Another request may have been recorded while the Tool ran.
      const concurrent = earlierCall(market, caller, quoteRef, idempotencyKey);
      if (concurrent) return concurrent;
      return record(market, currentQuote(market, caller, quoteRef), idempotencyKey, output);
    })
    .immediate();
  return withChangedRef(market, row, callResult(row));
}

function record(market: Market, quote: QuoteRow, idempotencyKey: string, output: string): CallRow {
  const now = market.clock();
  const row: CallRow = {
    callRef: `operation-invocation:v1:${jsonDigest({ quoteRef: quote.quoteRef, nonce: randomUUID() })}`,
    accountRef: quote.accountRef,
    quoteRef: quote.quoteRef,
    idempotencyKey,
    toolRef: quote.toolRef,
    version: 1,
    state: 'authorized',
    listedState: 'pending',
    plan: market.behaviour.callPlans.shift() ?? { ...market.behaviour.callPlan },
    polls: 0,
    result: {},
    usage: null,
    receipt: null,
    output,
    evidenceHash: null,
    createdAt: now,
    updatedAt: now,
  };
  insertCall(market, row);
  startCall(market, row, quote);
  updateCall(market, row);
  return row;
}

export function quoteOf(market: Market, row: CallRow): QuoteRow {
  const quote = findQuote(market, row.accountRef, row.quoteRef);
  return quote ?? refuseWith(500, 'books_inconsistent', 'The Call has no quote in the books.');
}

export const notFound: JsonObject = { kind: 'refused', code: 'call_not_found', retryable: false };

/** Counts a status read of an open Call, which resolves after the planned number. */
function poll(market: Market, row: CallRow): void {
  const { plan } = row;
  const needed = plan.polls ?? (row.listedState === 'pending' ? 0 : undefined);
  if (!isOpen(row) || needed === undefined) return;
  if (row.polls >= needed) resolveCall(market, row, quoteOf(market, row), plan.resolvesTo ?? 'completed');
  else row.polls += 1;
  updateCall(market, row);
}

export function callStatus(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  const { callRef, afterVersion } = parameters as { callRef: string; afterVersion?: number };
  const row = market.books.database
    .transaction(() => {
      const found = findCall(market, caller.accountRef, { callRef });
      if (found) poll(market, found);
      return found;
    })
    .immediate();
  if (!row) return notFound;
  const answer =
    afterVersion !== undefined && afterVersion >= row.version
      ? { kind: 'unchanged', callRef, version: row.version, retryAfterMs: row.plan.retryAfterMs ?? 1_000 }
      : foundStatus(row);
  return withChangedRef(market, row, answer);
}

export function callList(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  const { limit, cursor, state } = parameters as { limit: number; cursor?: string; state?: string };
  const key = [caller.accountRef, state ?? null];
  const offset = readCursor(market.books, 'calls', key, cursor);
  const rows = listCallRows(market, caller.accountRef, state, limit + 1, offset);
  const hasMore = rows.length > limit;
  return {
    kind: 'available',
    items: rows.slice(0, limit).map((row) => listed(market, row)),
    hasMore,
    ...(hasMore ? { nextCursor: writeCursor(market.books, 'calls', key, offset + limit) } : {}),
  };
}

function listed(market: Market, row: CallRow): JsonObject {
  const { items } = market.behaviour.listing;
  if (items === 'bare') return { callRef: row.callRef, state: row.listedState };
  const stamp = (at: number) =>
    items === 'no_zone' ? new Date(timeShown(market, at)).toISOString().slice(0, 19) : timeShown(market, at);
  return {
    callRef: row.callRef,
    toolRef: row.toolRef,
    state: row.listedState,
    resultKind: row.result.kind,
    ...(row.usage ? { usage: row.usage } : {}),
    ...(row.receipt ? { receiptRef: row.receipt.receiptRef } : {}),
    createdAt: stamp(row.createdAt),
    updatedAt: stamp(row.updatedAt),
  };
}
