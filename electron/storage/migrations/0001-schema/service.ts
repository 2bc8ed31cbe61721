/**
 * What the service says: its document, its catalogue, the requests that were sent to it and the waits that it named; and
 * the program's settings.
 */
export const service = `
    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE service_documents (
      identity TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      request_id TEXT,
      -- Deflated.
      packed BLOB NOT NULL
    ) STRICT;

    CREATE TABLE catalogue_answers (
      identity TEXT NOT NULL,
      kind TEXT NOT NULL,
      question TEXT NOT NULL,
      body TEXT NOT NULL,
      map TEXT,
      as_of INTEGER NOT NULL,
      request_id TEXT,
      PRIMARY KEY (identity, kind, question)
    ) STRICT;

    CREATE TABLE catalogue_tools (
      identity TEXT NOT NULL,
      tool_ref TEXT NOT NULL,
      candidate TEXT NOT NULL,
      as_of INTEGER NOT NULL,
      request_id TEXT,
      PRIMARY KEY (identity, tool_ref)
    ) STRICT;

    CREATE TABLE activity (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      role TEXT NOT NULL,
      method TEXT NOT NULL,
      origin TEXT NOT NULL,
      path TEXT NOT NULL,
      status INTEGER,
      duration_ms INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      attempt INTEGER NOT NULL,
      request_id_sent TEXT NOT NULL,
      request_id TEXT,
      error_code TEXT,
      notices TEXT NOT NULL
    ) STRICT;

    -- Several waits of an origin stand side by side: with a wrong clock it is unclear which is longer.
    CREATE TABLE named_waits (
      origin TEXT NOT NULL,
      named_at INTEGER NOT NULL,
      until INTEGER NOT NULL,
      PRIMARY KEY (origin, until)
    ) STRICT, WITHOUT ROWID;
`;
