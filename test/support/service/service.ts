import type { Books } from './books.ts';
import { callsOf } from './calls.ts';
import { catalogueOf } from './catalogue.ts';
import { connectionsOf } from './connections.ts';
import { type Answered, coreOf, type Received, type ServiceOptions } from './core.ts';
import type { Dialect } from './dialect.ts';
import { documentText, hasRequired } from './document.ts';
import { quotesOf } from './quotes.ts';

export type Service = {
  readonly origin: string;
  readonly books: Books;
  readonly dialect: Dialect;
  answer(request: Received): Answered;
  /** Ends all unfriendliness except the dialect. */
  recover(): void;
  /** The catalogue is republished: the same Tool under another reference, or not at all for a while. */
  republish(hidden: boolean): void;
  /** When the award search was listed, in true time; null while it is not. */
  listedSince(): number | null;
};

/** The account of a key: `key-A…` is of account A. */
export const accountOf = (key: string): string => `account:${key.slice(4, 5)}`;

export const ROLES: readonly { role: string; method: string; path: RegExp }[] = [
  { role: 'openapi', method: 'GET', path: /^\/openapi\.json$/ },
  { role: 'freshness', method: 'GET', path: /^\/api\/v1\/catalogue-status$/ },
  { role: 'list', method: 'POST', path: /^\/api\/v1\/market-tools\/list$/ },
  { role: 'search', method: 'POST', path: /^\/api\/v1\/market-tools\/search$/ },
  { role: 'describe', method: 'POST', path: /^\/api\/v1\/market-tools\/describe$/ },
  { role: 'compare', method: 'POST', path: /^\/api\/v1\/market-tools\/compare$/ },
  { role: 'quote', method: 'POST', path: /^\/api\/v1\/tools\/quote$/ },
  { role: 'call', method: 'POST', path: /^\/api\/v1\/tools\/call$/ },
  { role: 'callList', method: 'GET', path: /^\/api\/v1\/calls$/ },
  { role: 'cancel', method: 'POST', path: /^\/api\/v1\/calls\/[^/]+\/cancel$/ },
  { role: 'callStatus', method: 'GET', path: /^\/api\/v1\/calls\/[^/]+$/ },
  { role: 'account', method: 'GET', path: /^\/api\/v1\/account$/ },
  { role: 'balance', method: 'POST', path: /^\/api\/v1\/account\/balance$/ },
  { role: 'provider', method: 'GET', path: /^\/api\/awards\/search$/ },
  { role: 'sandbox', method: 'GET', path: /^\/api\/v1\/sandbox-reference$/ },
  { role: 'sandbox', method: 'POST', path: /^\/api\/v1\/sandbox-reference$/ },
  { role: 'mcp', method: 'POST', path: /^\/mcp$/ },
  { role: 'oauth', method: 'GET', path: /^\/\.well-known\// },
  { role: 'oauth', method: 'POST', path: /^\/oauth\// },
];

/**
 * A marketplace whose answers are drawn from everything that the contract allows. It keeps its own books and never lies:
 * what it states of an order that reached it for the first time is true.
 */
export function createService(options: ServiceOptions): Service {
  const core = coreOf(options);
  const { origin, now, books, dialect, answered, problem, drawTrouble } = core;
  const catalogue = catalogueOf(core);
  const calls = callsOf(core);
  const quote = quotesOf(core, catalogue.isCurrent);
  const connections = connectionsOf(core, catalogue);

  function answerPublic({ role, body, path }: Received): Answered | null {
    if (role === 'openapi')
      return (
        drawTrouble('the document', 'catalogue') ??
        answered(200, documentText(origin, dialect), { plain: true })
      );
    if (role === 'freshness') return drawTrouble('the freshness', 'catalogue') ?? catalogue.freshness();
    if (role === 'list' || role === 'search')
      return drawTrouble(`a ${role}`, 'catalogue') ?? catalogue.tools(role, body.query);
    if (role === 'describe')
      return drawTrouble('a description', 'catalogue') ?? catalogue.describe(body.toolRef);
    if (role === 'compare') return drawTrouble('a comparison', 'catalogue') ?? catalogue.compare();
    if (role === 'sandbox')
      return drawTrouble('the sandbox', 'connections') ?? problem(403, 'sandbox_disabled');
    if (role === 'mcp') return drawTrouble('the tool connection', 'connections') ?? connections.mcp(body);
    if (role === 'oauth') return drawTrouble('connecting', 'connections') ?? connections.oauth(path);
    return null;
  }

  function answerPrivate(key: string, { role, path, query, body }: Received): Answered {
    const account = accountOf(key);
    const callRef = decodeURIComponent(path.split('/')[4] ?? '');
    if (!hasRequired(dialect, role, body)) return problem(400, 'schema_version_missing');
    if (role === 'quote') return drawTrouble('a quote', 'quote') ?? quote(account, body);
    if (role === 'call') return calls.order(account, body);
    if (role === 'callStatus')
      return drawTrouble('a status', 'reads') ?? calls.callStatus(account, callRef, query);
    if (role === 'callList')
      return drawTrouble('the list of Calls', 'reads') ?? calls.callList(account, query);
    if (role === 'cancel') return drawTrouble('a cancel', 'reads') ?? calls.cancel(account, callRef);
    if (role === 'account')
      return (
        drawTrouble('the account', 'reads') ??
        answered(200, {
          kind: 'authenticated',
          principalRef: 'principal:1',
          accountRef: account,
          credentialId: 'c',
          scopes: ['market_tools:call', 'account:read'],
          authorityMode: 'spending_policy',
        })
      );
    if (role === 'balance')
      return (
        drawTrouble('the balance', 'reads') ??
        answered(200, {
          kind: 'available',
          accountRef: account,
          available: { currency: 'USD', units: '90000000', exponent: 6 },
        })
      );
    return problem(404, 'not_found');
  }

  return {
    origin,
    books,
    dialect,
    answer: (request) =>
      answerPublic(request) ??
      (request.key === null ? problem(401, 'unauthenticated') : answerPrivate(request.key, request)),
    recover() {
      core.recover();
      catalogue.recover();
      for (const call of books.calls) {
        if (call.origin !== origin) continue;
        for (const state of call.states) state.from = Math.min(state.from, now());
      }
    },
    republish: catalogue.republish,
    listedSince: catalogue.listedSince,
  };
}
