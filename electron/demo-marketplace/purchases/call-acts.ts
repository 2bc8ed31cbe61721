import type { Market } from '../catalogue/market.ts';
import type { JsonObject } from '../http/json.ts';
import { refuseWith } from '../http/problem.ts';
import type { Caller } from './accounts.ts';
import { resolveCall } from './call-outcome.ts';
import { type CallRow, findCall, updateCall } from './call-record.ts';
import { foundStatus, notFound, quoteOf, refusal } from './calls.ts';

/** Acts on a Call once per idempotency key; a repeat returns its current status. @param act returns a refusal code */
function actOnCall(
  market: Market,
  caller: Caller,
  action: string,
  parameters: JsonObject,
  act: (row: CallRow) => string | undefined,
): JsonObject {
  const { callRef, idempotencyKey } = parameters as { callRef: string; idempotencyKey: string };
  const { database } = market.books;
  return database
    .transaction(() => {
      const row = findCall(market, caller.accountRef, { callRef });
      if (!row) return notFound;
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
      updateCall(market, row);
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

export function reconcileCall(market: Market, caller: Caller, parameters: JsonObject): JsonObject {
  return actOnCall(market, caller, 'reconcile', parameters, (row) => {
    if (row.listedState !== 'reconciliation_required') return 'call_not_reconcilable';
    const evidence = parameters.evidence as { kind: string };
    const to = { output_received: 'completed', output_not_received: 'refused' } as const;
    const by =
      evidence.kind === 'output_received' || evidence.kind === 'output_not_received'
        ? to[evidence.kind]
        : undefined;
    resolveCall(market, row, quoteOf(market, row), by ?? row.plan.resolvesTo ?? 'completed');
    return undefined;
  });
}
