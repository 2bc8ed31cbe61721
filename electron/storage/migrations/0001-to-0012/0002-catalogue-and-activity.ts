/**
 * What services said of themselves and of their Tools, kept for offline, each under the identity of its marketplace;
 * and what was asked of the network. All of it can be asked for again. Times are UTC milliseconds.
 */
export const catalogueAndActivity = {
  version: 2,
  name: 'catalogue-and-activity',
  sql: `
    CREATE TABLE service_documents (
      identity TEXT PRIMARY KEY,
      hash TEXT NOT NULL,
      fetched_at INTEGER NOT NULL,
      request_id TEXT,
      body TEXT NOT NULL,
      changes TEXT NOT NULL,
      changed_at INTEGER
    ) STRICT;

    CREATE TABLE catalogue_answers (
      identity TEXT NOT NULL,
      kind TEXT NOT NULL,
      question TEXT NOT NULL,
      body TEXT NOT NULL,
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
  `,
};
