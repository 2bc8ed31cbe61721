/** What tests change in the books of a running marketplace. */

import type { Amount } from '#shared/money.ts';
import type { Market } from '../../../electron/demo-marketplace/catalogue/market.ts';
import { DEMO_ACCOUNT, spentUnits } from '../../../electron/demo-marketplace/purchases/accounts.ts';
import type { Books } from '../../../electron/demo-marketplace/purchases/books.ts';
import { findCall } from '../../../electron/demo-marketplace/purchases/call-record.ts';
import { settle } from './knobs/planned-acts.ts';

export type AccountChange = {
  /** By default the demo account. */
  account?: string;
  /** The new available balance, after everything charged so far. */
  balance?: Amount;
  /** The scopes of all keys of the account. */
  scopes?: string[];
};

export function changeAccount(
  { books }: Market,
  { account = DEMO_ACCOUNT, balance, scopes }: AccountChange,
): void {
  if (balance !== undefined) setBalance(books, account, balance);
  if (scopes !== undefined)
    books.database
      .prepare('update keys set scopes = ? where account_ref = ?')
      .run(JSON.stringify(scopes), account);
}

function setBalance(books: Books, account: string, available: Amount): void {
  const { currency, exponent, units } = available;
  books.database.transaction(() => {
    const opening = BigInt(units) + spentUnits(books, account, currency, exponent);
    books.database
      .prepare('update accounts set currency = ?, exponent = ?, opening_units = ? where account_ref = ?')
      .run(currency, exponent, opening.toString(), account);
  })();
}

export function emptyBooks({ books }: Market): void {
  books.database.transaction(() => {
    for (const table of ['commands', 'call_plans', 'charges', 'calls', 'quotes'])
      books.database.exec(`delete from ${table}`);
  })();
}

export type SettledAs = 'completed' | 'refused' | 'cancelled';

/** Ends an open Call, as its provider would; false if there is none. */
export function settleCall(market: Market, callRef: string, to: SettledAs): boolean {
  const { database } = market.books;
  return database
    .transaction(() => {
      const owner = database
        .prepare('select account_ref as accountRef from calls where call_ref = ?')
        .get(callRef) as { accountRef: string } | undefined;
      const row = owner && findCall(market, owner.accountRef, { callRef });
      return row !== undefined && settle(market, row, to);
    })
    .immediate();
}
