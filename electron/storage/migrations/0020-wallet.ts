/**
 * What the user can book with, as they typed it: balances, and lines of the transfer table that are theirs. What each
 * programme reaches is derived from both, so that records can be filtered by it.
 */
export const wallet = {
  version: 20,
  name: 'wallet',
  sql: `
    CREATE TABLE wallet_balances (
      id TEXT PRIMARY KEY,
      -- 'programme' or 'bank'
      kind TEXT NOT NULL,
      name TEXT NOT NULL,
      points INTEGER NOT NULL,
      -- the last day on which they can be used, YYYY-MM-DD; NULL where they do not expire
      expires TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wallet_transfers (
      bank TEXT NOT NULL,
      programme TEXT NOT NULL,
      points INTEGER NOT NULL,
      miles INTEGER NOT NULL,
      minimum INTEGER NOT NULL,
      step INTEGER NOT NULL,
      bonus_percent INTEGER NOT NULL,
      bonus_until TEXT,
      -- 0 where the user says that these points cannot be moved there
      offered INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (bank, programme)
    ) STRICT, WITHOUT ROWID;

    -- Derived: the miles of each programme on each day from the last change on. Empty where the wallet is.
    CREATE TABLE wallet_reach (
      programme TEXT NOT NULL,
      from_day TEXT NOT NULL,
      until_day TEXT NOT NULL,
      own INTEGER NOT NULL,
      transfers INTEGER NOT NULL,
      -- for how many seats prices are counted
      travellers INTEGER NOT NULL,
      PRIMARY KEY (programme, from_day)
    ) STRICT, WITHOUT ROWID;
  `,
};
