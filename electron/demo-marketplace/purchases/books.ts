import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';

/**
 * The marketplace's books: accounts, hashed keys, quotes, Calls and charges. A Call and its charge are written in one
 * transaction, synced before the answer is sent, so that a crash neither loses nor doubles a charge.
 */
export type Books = {
  readonly database: Database.Database;
  /** A stable ID, the same across restarts and ports. */
  readonly identity: string;
  close(): void;
};

const SCHEMA = `
create table if not exists meta (name text primary key, value text not null) strict;
create table if not exists accounts (
  account_ref text primary key,
  principal_ref text not null,
  currency text not null,
  exponent integer not null,
  opening_units text not null,
  maximum_per_call_units text not null,
  created_at integer not null
) strict;
create table if not exists keys (
  key_hash text primary key,
  credential_id text not null unique,
  account_ref text not null references accounts,
  application_ref text not null,
  scopes text not null,
  created_at integer not null,
  revoked_at integer
) strict;
create table if not exists quotes (
  quote_ref text primary key,
  account_ref text not null references accounts,
  quote text not null
) strict;
create table if not exists calls (
  call_ref text primary key,
  account_ref text not null references accounts,
  quote_ref text not null unique references quotes,
  idempotency_key text not null,
  listed_state text not null,
  call text not null,
  output text,
  created_at integer not null,
  unique (account_ref, idempotency_key)
) strict;
create index if not exists calls_newest on calls (account_ref, created_at desc, call_ref);
create table if not exists charges (
  charge_ref text primary key,
  call_ref text not null references calls,
  account_ref text not null references accounts,
  kind text not null check (kind in ('charge', 'refund')),
  currency text not null,
  units text not null,
  exponent integer not null,
  made_at integer not null
) strict;
create index if not exists charges_of_call on charges (call_ref);
create index if not exists charges_of_account on charges (account_ref);
`;

/** Opens the books, or creates them if missing. */
export function createBooks(file: string): Books {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  database.transaction(() => {
    database.exec(SCHEMA);
    database
      .prepare("insert or ignore into meta (name, value) values ('identity', ?)")
      .run(`demo:${randomUUID()}`);
  })();
  const identity = database.prepare("select value from meta where name = 'identity'").pluck().get() as string;
  return { database, identity, close: () => database.close() };
}
