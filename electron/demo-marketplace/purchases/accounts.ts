import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Amount } from '#shared/money.ts';
import { SCOPES } from '../http/operations.ts';
import type { Books } from './books.ts';

/** The owner of a valid access key. */
export type Caller = {
  accountRef: string;
  principalRef: string;
  credentialId: string;
  applicationRef: string;
  scopes: string[];
};

const DEMO_ACCOUNT = 'account:demo';
const KEY_PREFIX = 'ae_demo_';
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

/** Creates a missing account with USD 250 and a limit of USD 5 per Call. */
function ensureAccount(books: Books, accountRef: string, now: number): void {
  books.database
    .prepare(
      `insert or ignore into accounts (account_ref, principal_ref, currency, exponent, opening_units, maximum_per_call_units, created_at)
       values (?, ?, 'USD', 6, '250000000', '5000000', ?)`,
    )
    .run(accountRef, accountRef.replace(/^account:/, 'principal:'), now);
}

/** Issues an access key. Only its hash is stored. */
export function issueKey(
  books: Books,
  now: number,
  options: { scopes?: readonly string[]; account?: string; application?: string } = {},
): string {
  const accountRef = options.account ?? DEMO_ACCOUNT;
  const key = `${KEY_PREFIX}${randomBytes(32).toString('base64url')}`;
  books.database.transaction(() => {
    ensureAccount(books, accountRef, now);
    books.database
      .prepare(
        'insert into keys (key_hash, credential_id, account_ref, application_ref, scopes, created_at) values (?, ?, ?, ?, ?, ?)',
      )
      .run(
        hashOf(key),
        `credential:${randomUUID()}`,
        accountRef,
        options.application ?? 'application:demo',
        JSON.stringify(options.scopes ?? SCOPES),
        now,
      );
  })();
  return key;
}

/** The owner of a key; undefined if it is unknown or revoked. */
export function callerOf(books: Books, key: string): Caller | undefined {
  const row = books.database
    .prepare(
      `select k.account_ref as accountRef, a.principal_ref as principalRef, k.credential_id as credentialId,
        k.application_ref as applicationRef, k.scopes as scopes
       from keys k join accounts a using (account_ref) where k.key_hash = ? and k.revoked_at is null`,
    )
    .get(hashOf(key)) as (Omit<Caller, 'scopes'> & { scopes: string }) | undefined;
  return row && { ...row, scopes: JSON.parse(row.scopes) as string[] };
}

export function revokeIssuedKey(books: Books, key: string, now: number): void {
  books.database
    .prepare('update keys set revoked_at = ? where key_hash = ? and revoked_at is null')
    .run(now, hashOf(key));
}

type AccountRow = { currency: string; exponent: number; opening: string; most: string };

/** Charges minus refunds: all of them in the account's currency and exponent. */
function spentUnits(books: Books, accountRef: string): bigint {
  const rows = books.database
    .prepare('select kind, units from charges where account_ref = ?')
    .all(accountRef) as { kind: string; units: string }[];
  return rows.reduce(
    (sum, { kind, units }) => sum + (kind === 'refund' ? -BigInt(units) : BigInt(units)),
    0n,
  );
}

/** The available balance and the limit per Call, in the account's currency. */
export function accountMoney(
  books: Books,
  accountRef: string,
): { available: Amount; maximumPerCall: Amount } {
  const { currency, exponent, opening, most } = books.database
    .prepare<[string], AccountRow>(
      `select currency, exponent, opening_units as opening, maximum_per_call_units as most
       from accounts where account_ref = ?`,
    )
    .get(accountRef) as AccountRow;
  const units = BigInt(opening) - spentUnits(books, accountRef);
  return {
    available: { currency, units: units.toString(), exponent },
    maximumPerCall: { currency, units: most, exponent },
  };
}
