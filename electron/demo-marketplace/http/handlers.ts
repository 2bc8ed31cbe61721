import { compareTools, describeTool, listTools, searchTools } from '../catalogue/catalogue.ts';
import { catalogueStatus } from '../catalogue/freshness.ts';
import type { Market } from '../catalogue/market.ts';
import { accountMoney, type Caller } from '../purchases/accounts.ts';
import { convert } from '../purchases/amount.ts';
import { call, callList, callStatus, cancel } from '../purchases/calls.ts';
import { quote } from '../purchases/quotes.ts';
import type { JsonObject } from './json.ts';
import { refuseWith } from './problem.ts';

/** @param input the checked parameters and body in one object */
export type Handler = (
  market: Market,
  input: JsonObject,
  caller: Caller | undefined,
) => JsonObject | Promise<JsonObject>;

/** A handler that needs a caller. */
const withCaller = (
  handler: (market: Market, caller: Caller, input: JsonObject) => JsonObject | Promise<JsonObject>,
): Handler => {
  return (market, input, caller) => {
    if (!caller) return refuseWith(401, 'access_key_required', 'This operation needs an access key.');
    return handler(market, caller, input);
  };
};

function whoami(_market: Market, caller: Caller): JsonObject {
  return {
    kind: 'authenticated',
    principalRef: caller.principalRef,
    accountRef: caller.accountRef,
    credentialId: caller.credentialId,
    applicationRef: caller.applicationRef,
    environment: 'sandbox',
    scopes: caller.scopes,
    authorityMode: caller.scopes.includes('market_tools:call') ? 'spending_policy' : 'read_only',
  };
}

function balance(market: Market, caller: Caller, input: JsonObject): JsonObject {
  const { available } = accountMoney(market.books, caller.accountRef);
  const currency = (input.currency as string | undefined) ?? available.currency;
  const converted = convert(available, currency);
  if (converted.currency !== currency) {
    return { kind: 'unavailable', accountRef: caller.accountRef, reason: 'currency_not_supported' };
  }
  return {
    kind: 'available',
    accountRef: caller.accountRef,
    available: converted,
    reserved: { ...converted, units: '0' },
    observedAt: market.clock(),
  };
}

/** A public deployment rejects it (§4.1, §7.4). */
const sandboxReference = (): JsonObject =>
  refuseWith(404, 'sandbox_reference_disabled', 'This deployment has no sandbox reference.');

export type Handlers = Record<string, Handler>;

/** The handler of every operationId. */
export const HANDLERS: Readonly<Handlers> = {
  'platform.catalogueStatus': (market) => catalogueStatus(market),
  'registry.tools.list': listTools,
  'registry.tools.search': searchTools,
  'registry.tools.describe': describeTool,
  'registry.tools.compare': compareTools,
  'tool.quote': withCaller(quote),
  'tool.call': withCaller((market, caller, input) => call(market, caller, input)),
  'call.list': withCaller(callList),
  'call.status': withCaller(callStatus),
  'call.cancel': withCaller(cancel),
  'agentAccess.whoami': withCaller(whoami),
  'agentAccess.balance': withCaller(balance),
  'platform.sandboxReference': withCaller(sandboxReference),
};
