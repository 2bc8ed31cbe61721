/**
 * What assistants asked, what they propose, and which notes are not theirs to read. A note is named by what survives a
 * rebuild: of a record the marketplace, the cabin asked for and the service's ID; of a trip and of what lies on its board
 * their own.
 */
export const assistants = {
  version: 17,
  name: 'assistants',
  sql: `
    CREATE TABLE assistant_connections (
      id TEXT PRIMARY KEY,
      -- as the client calls itself
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      protocol TEXT NOT NULL,
      -- 'program' through the running program, 'file' while none ran
      through TEXT NOT NULL,
      connected_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE assistant_reads (
      id INTEGER PRIMARY KEY,
      read_id TEXT NOT NULL UNIQUE,
      connection_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      tool TEXT NOT NULL,
      asked TEXT NOT NULL,
      -- null where it was refused
      rows INTEGER,
      bytes INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX assistant_reads_of ON assistant_reads (connection_id);

    CREATE TABLE search_proposals (
      id TEXT PRIMARY KEY,
      at INTEGER NOT NULL,
      client TEXT NOT NULL,
      title TEXT NOT NULL,
      reason TEXT NOT NULL,
      request TEXT NOT NULL,
      -- 'filled' into the form or 'dismissed' by the user; null while it waits
      settled TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE private_notes (
      kind TEXT NOT NULL,
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      key TEXT NOT NULL,
      private INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (kind, identity, cabin, key)
    ) STRICT, WITHOUT ROWID;
  `,
};
