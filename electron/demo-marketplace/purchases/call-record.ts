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

type StoredCall = { call: string; output: string | null };

const fromStored = ({ call, output }: StoredCall): CallRow => ({
  ...(JSON.parse(call) as Omit<CallRow, 'output'>),
  output,
});

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
  const stored = market.books.database
    .prepare<[string, string], StoredCall>(
      `select call, output from calls where account_ref = ? and ${column} = ?`,
    )
    .get(accountRef, value);
  return stored && fromStored(stored);
}

/** An account's Calls, newest first, without their outputs. */
export const listCallRows = (
  market: Market,
  accountRef: string,
  listedState: string | undefined,
  limit: number,
  offset: number,
): CallRow[] =>
  market.books.database
    .prepare<unknown[], StoredCall>(
      `select call, null as output from calls
       where account_ref = ? and (? is null or listed_state = ?) order by created_at desc, rowid desc limit ? offset ?`,
    )
    .all(accountRef, listedState ?? null, listedState ?? null, limit, offset)
    .map(fromStored);

/** Writes a new Call, or what became of one. */
export function saveCall(market: Market, row: CallRow): void {
  const { output, ...call } = row;
  market.books.database
    .prepare(
      `insert into calls (call_ref, account_ref, quote_ref, idempotency_key, listed_state, call, output, created_at)
       values (@callRef, @accountRef, @quoteRef, @idempotencyKey, @listedState, @call, @output, @createdAt)
       on conflict (call_ref) do update set listed_state = @listedState, call = @call, output = @output`,
    )
    .run({ ...row, call: JSON.stringify(call) });
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
