import { randomUUID } from 'node:crypto';
import { compareAmounts } from '#shared/money.ts';
import { findTool, type Market } from '../catalogue/market.ts';
import type { OfferedTool } from '../catalogue/tool.ts';
import { readCursor, writeCursor } from '../http/cursor.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';
import { refuseWith } from '../http/problem.ts';
import { accountMoney, type Caller } from './accounts.ts';
import { completeCall } from './call-outcome.ts';
import { type CallRow, findCall, listCallRows, saveCall } from './call-record.ts';
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
  if (compareAmounts(quote.price, available) > 0) return refusal('insufficient_balance', false);
  return undefined;
}

/**
 * Executes a quoted input once. The Call and its charge are committed together before the answer is sent.
 * @param begin gives a new Call its state, within that transaction
 */
export async function call(
  market: Market,
  caller: Caller,
  request: JsonObject,
  begin: typeof completeCall = completeCall,
): Promise<JsonObject> {
  const { quoteRef, idempotencyKey } = request as { quoteRef: string; idempotencyKey: string };
  const earlier = earlierCall(market, caller, quoteRef, idempotencyKey);
  if (earlier) return callResult(earlier);
  const quote = currentQuote(market, caller, quoteRef);
  const tool = findTool(market, quote.toolRef);
  const refused = refusalBeforeCall(market, tool, quote);
  if (refused) return refused;
  const output = JSON.stringify((await tool?.run?.(quote.input, { now: market.clock() })) ?? null);
  const row = market.books.database
    .transaction(() => {
      // Another request may have been recorded while the Tool ran.
      const concurrent = earlierCall(market, caller, quoteRef, idempotencyKey);
      if (concurrent) return concurrent;
      return record(market, currentQuote(market, caller, quoteRef), { idempotencyKey, output, begin });
    })
    .immediate();
  return callResult(row);
}

function record(
  market: Market,
  quote: QuoteRow,
  order: { idempotencyKey: string; output: string; begin: typeof completeCall },
): CallRow {
  const { idempotencyKey, output, begin } = order;
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
    result: {},
    usage: null,
    receipt: null,
    output,
    evidenceHash: null,
    createdAt: now,
    updatedAt: now,
  };
  // Its charges refer to it.
  saveCall(market, row);
  begin(market, row, quote);
  saveCall(market, row);
  return row;
}

const notFound: JsonObject = { kind: 'refused', code: 'call_not_found', retryable: false };

export function callStatus(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  const { callRef, afterVersion } = parameters as { callRef: string; afterVersion?: number };
  const row = findCall(market, caller.accountRef, { callRef });
  if (!row) return notFound;
  return afterVersion !== undefined && afterVersion >= row.version
    ? { kind: 'unchanged', callRef, version: row.version, retryAfterMs: 1_000 }
    : foundStatus(row);
}

/** Every Call is over as it is made: none can be cancelled. */
export const cancel = (market: Market, caller: Caller, { callRef }: JsonObject): JsonObject =>
  findCall(market, caller.accountRef, { callRef: callRef as string })
    ? refusal('call_not_cancellable', false)
    : notFound;

export function callList(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  const { limit, cursor, state } = parameters as { limit: number; cursor?: string; state?: string };
  const key = [caller.accountRef, state ?? null];
  const offset = readCursor('calls', key, cursor);
  const rows = listCallRows(market, caller.accountRef, state, limit + 1, offset);
  const hasMore = rows.length > limit;
  return {
    kind: 'available',
    items: rows.slice(0, limit).map(listed),
    hasMore,
    ...(hasMore ? { nextCursor: writeCursor('calls', key, offset + limit) } : {}),
  };
}

const listed = (row: CallRow): JsonObject => ({
  callRef: row.callRef,
  toolRef: row.toolRef,
  state: row.listedState,
  resultKind: row.result.kind,
  ...(row.usage ? { usage: row.usage } : {}),
  ...(row.receipt ? { receiptRef: row.receipt.receiptRef } : {}),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
