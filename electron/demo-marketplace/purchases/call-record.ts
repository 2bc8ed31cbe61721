import { randomUUID } from 'node:crypto';
import type { Amount } from '#shared/money.ts';
import type { Market } from '../catalogue/market.ts';
import { type JsonObject, jsonDigest } from '../http/json.ts';

/** A stored Call. `result` is the answer without its output, which is stored separately. */
export type CallRow = {
  callRef: string;
  accountRef: string;
  quoteRef: string;
  idempotencyKey: string;
  toolRef: string;
  version: number;
  state: string;
  listedState: string;
  result: JsonObject;
  usage: JsonObject | null;
  receipt: JsonObject | null;
  /** The output as JSON text, stored from the start but returned only once the Call has completed. */
  output: string | null;
  evidenceHash: string | null;
  createdAt: number;
  updatedAt: number;
};

const COLUMNS = `call_ref as callRef, account_ref as accountRef, quote_ref as quoteRef, idempotency_key as idempotencyKey,
  tool_ref as toolRef, version, state, listed_state as listedState, result, usage, receipt, output,
  evidence_hash as evidenceHash, created_at as createdAt, updated_at as updatedAt`;

type StoredRow = Omit<CallRow, 'result' | 'usage' | 'receipt'> & {
  result: string;
  usage: string | null;
  receipt: string | null;
};

function fromStored(row: StoredRow | undefined): CallRow | undefined {
  if (!row) return undefined;
  return {
    ...row,
    result: JSON.parse(row.result) as JsonObject,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as JsonObject),
    receipt: row.receipt === null ? null : (JSON.parse(row.receipt) as JsonObject),
  };
}

/** Finds a Call of an account. */
export function findCall(
  market: Market,
  accountRef: string,
  by: { callRef: string } | { idempotencyKey: string } | { quoteRef: string },
): CallRow | undefined {
  const [column, value] =
    'callRef' in by
      ? ['call_ref', by.callRef]
      : 'quoteRef' in by
        ? ['quote_ref', by.quoteRef]
        : ['idempotency_key', by.idempotencyKey];
  return fromStored(
    market.books.database
      .prepare(`select ${COLUMNS} from calls where account_ref = ? and ${column} = ?`)
      .get(accountRef, value) as StoredRow | undefined,
  );
}

/** An account's Calls, newest first, without their outputs. */
export function listCallRows(
  market: Market,
  accountRef: string,
  listedState: string | undefined,
  limit: number,
  offset: number,
): CallRow[] {
  const rows = market.books.database
    .prepare(
      `select ${COLUMNS.replace(' output,', ' null as output,')} from calls
       where account_ref = ? and (? is null or listed_state = ?) order by created_at desc, rowid desc limit ? offset ?`,
    )
    .all(accountRef, listedState ?? null, listedState ?? null, limit, offset) as StoredRow[];
  return rows.map(fromStored).filter((row) => row !== undefined);
}

export function insertCall(market: Market, row: CallRow): void {
  market.books.database
    .prepare(
      `insert into calls (call_ref, account_ref, quote_ref, idempotency_key, tool_ref, version, state, listed_state,
        result, usage, receipt, output, evidence_hash, created_at, updated_at)
       values (@callRef, @accountRef, @quoteRef, @idempotencyKey, @toolRef, @version, @state, @listedState,
        @result, @usage, @receipt, @output, @evidenceHash, @createdAt, @updatedAt)`,
    )
    .run(toStored(row));
}

export function updateCall(market: Market, row: CallRow): void {
  market.books.database
    .prepare(
      `update calls set version = @version, state = @state, listed_state = @listedState, result = @result,
        usage = @usage, receipt = @receipt, output = @output, evidence_hash = @evidenceHash, updated_at = @updatedAt where call_ref = @callRef`,
    )
    .run(toStored(row));
}

function toStored(row: CallRow): StoredRow {
  return {
    ...row,
    result: JSON.stringify(row.result),
    usage: row.usage && JSON.stringify(row.usage),
    receipt: row.receipt && JSON.stringify(row.receipt),
  };
}

/** Books a charge or refund and returns its reference. Must run in the transaction that writes the Call. */
export function bookCharge(market: Market, row: CallRow, kind: 'charge' | 'refund', price: Amount): string {
  const chargeRef = `${kind}:${randomUUID()}`;
  market.books.database
    .prepare(
      `insert into charges (charge_ref, call_ref, account_ref, kind, currency, units, exponent, made_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      chargeRef,
      row.callRef,
      row.accountRef,
      kind,
      price.currency,
      price.units,
      price.exponent,
      market.clock(),
    );
  return chargeRef;
}

export const evidenceHashOf = (output: unknown): string => `sha256:${jsonDigest(output)}`;
