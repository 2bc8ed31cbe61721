import type { Books } from './books.ts';
import { callsOf } from './calls.ts';
import { catalogueOf } from './catalogue.ts';
import { type Core, coreOf, type Requested, type Said, type ServiceOptions } from './core.ts';
import { quotesOf } from './quotes.ts';

export type PlainService = {
  readonly core: Core;
  readonly origin: string;
  readonly books: Books;
  answer(requested: Requested): Said;
  /** Ends all unfriendliness except its habits. */
  recover(): void;
  /** The catalogue is republished: the same Tool under another reference, or not at all for a while. */
  republish(hidden: boolean): void;
  /** When the award search was listed, in true time; null while it is not. */
  listedSince(): number | null;
};

/** The account of a key: `key-A…` is of account A. */
export const accountOf = (key: string): string => `account:${key.slice(4, 5)}`;

/**
 * What a marketplace does, drawn from everything that the contract allows, in the shapes seen live. It keeps its own books
 * and never lies: what it states of an order that reached it for the first time is true.
 */
export function createService(options: ServiceOptions): PlainService {
  const core = coreOf(options);
  const { origin, now, books, said, problem, drawTrouble } = core;
  const catalogue = catalogueOf(core);
  const calls = callsOf(core);
  const quote = quotesOf(core, catalogue.isCurrent);

  function answerPublic({ role, members }: Requested): Said | null {
    if (role === 'freshness') return drawTrouble('the freshness', 'catalogue') ?? catalogue.freshness();
    if (role === 'list' || role === 'search')
      return drawTrouble(`a ${role}`, 'catalogue') ?? catalogue.tools(role, members.query);
    if (role === 'describe')
      return drawTrouble('a description', 'catalogue') ?? catalogue.describe(members.toolRef);
    if (role === 'compare') return drawTrouble('a comparison', 'catalogue') ?? catalogue.compare();
    return null;
  }

  function answerPrivate(key: string, { role, members }: Requested): Said {
    const account = accountOf(key);
    const callRef = String(members.callRef);
    if (role === 'quote') return drawTrouble('a quote', 'quote') ?? quote(account, members);
    if (role === 'call') return calls.order(account, members);
    if (role === 'callStatus')
      return drawTrouble('a status', 'reads') ?? calls.callStatus(account, callRef, members.afterVersion);
    if (role === 'callList')
      return drawTrouble('the list of Calls', 'reads') ?? calls.callList(account, members.cursor);
    if (role === 'cancel') return drawTrouble('a cancel', 'reads') ?? calls.cancel(account, callRef);
    if (role === 'account')
      return (
        drawTrouble('the account', 'reads') ??
        said(200, {
          kind: 'authenticated',
          principalRef: 'principal:1',
          accountRef: account,
          scopes: ['market_tools:call', 'account:read'],
          authorityMode: 'spending_policy',
        })
      );
    if (role === 'balance')
      return (
        drawTrouble('the balance', 'reads') ??
        said(200, { kind: 'available', available: { currency: 'USD', units: '90000000', exponent: 6 } })
      );
    return problem(404, 'not_found');
  }

  return {
    core,
    origin,
    books,
    answer: (requested) =>
      answerPublic(requested) ??
      (requested.key === null ? problem(401, 'unauthenticated') : answerPrivate(requested.key, requested)),
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
