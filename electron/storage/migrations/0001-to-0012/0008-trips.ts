/**
 * Trips: what a person gathers from the records, with notes and links of their own. Record items hang on what survives
 * a rebuild, and keep a copy of the record as it was chosen. What is taken away is only marked so: it can be taken
 * back, and a backup that still has it does not bring it back by itself.
 *
 * A backup may hold an unresolved purchase of a request that is unresolved here as well, bought on another machine.
 * Both are kept, and both block the request: the second names itself in `restored_beside`. A purchase made here never
 * sets it, so that one request is still never bought twice from here.
 */
export const trips = {
  version: 8,
  name: 'trips',
  sql: `
    CREATE TABLE trips (
      id TEXT PRIMARY KEY,
      title TEXT NOT NULL,
      notes TEXT NOT NULL,
      -- travel dates YYYY-MM-DD
      starts TEXT,
      ends TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE trip_items (
      id TEXT PRIMARY KEY,
      trip_id TEXT NOT NULL REFERENCES trips (id),
      kind TEXT NOT NULL CHECK (kind IN ('record', 'note', 'link')),
      position INTEGER NOT NULL,
      -- a record: what it is known by for as long as it is sold, and the record as it was chosen, as JSON
      identity TEXT,
      cabin TEXT,
      record_key TEXT,
      chosen TEXT,
      -- a note's text, a link's title, what the person says of a record
      text TEXT NOT NULL,
      url TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX trip_items_of ON trip_items (trip_id, position);

    ALTER TABLE purchases ADD COLUMN restored_beside TEXT;
    DROP INDEX purchases_one_open;
    CREATE UNIQUE INDEX purchases_one_open ON purchases (marketplace, request_digest, coalesce(restored_beside, ''))
      WHERE state IN ('approved', 'submitted', 'pending', 'unknown');
  `,
};
