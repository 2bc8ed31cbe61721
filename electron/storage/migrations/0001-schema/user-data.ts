/**
 * What the user wrote, chose and typed: notes, the watchlist, trips, bookings, the wallet, and what an
 * assistant may do.
 */
export const userData = `
    CREATE TABLE record_marks (
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      record_key TEXT NOT NULL,
      starred INTEGER NOT NULL,
      -- a JSON list
      tags TEXT NOT NULL,
      note TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (identity, cabin, record_key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE saved_searches (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      -- NULL: named after what it searches for
      name TEXT,
      -- when it was taken from the list of saved searches; NULL: it is there
      removed_at INTEGER,
      updated_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE watched_searches (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      -- 1 where a refresh reads the first page alone
      first_page_only INTEGER NOT NULL DEFAULT 0,
      -- the run up to which the user has read what changed; NULL: all of it
      read_run_id INTEGER,
      read_at INTEGER,
      -- refreshes by a permission that failed one after the other, the words of the last, and when the next may be
      failures INTEGER NOT NULL DEFAULT 0,
      failed_at INTEGER,
      failed_words TEXT,
      not_before INTEGER,
      -- 1 and 0 as the user chose; NULL: they said nothing, and it is watched where it has a rule or a permission
      watched INTEGER
    ) STRICT;

    -- What the user wants to be notified of: all that is set must hold.
    CREATE TABLE watch_rules (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      miles_below INTEGER,
      seats_min INTEGER,
      direct INTEGER NOT NULL,
      since INTEGER NOT NULL,
      cheapest_percent INTEGER
    ) STRICT;

    CREATE TABLE watch_notices (
      id INTEGER PRIMARY KEY,
      search_id INTEGER NOT NULL REFERENCES award_searches (id),
      run_id INTEGER NOT NULL,
      at INTEGER NOT NULL,
      partition_id INTEGER NOT NULL,
      record_key TEXT NOT NULL,
      -- the record as the notice stated it, as JSON
      content TEXT NOT NULL,
      read_at INTEGER,
      UNIQUE (partition_id, record_key, content)
    ) STRICT;
    CREATE INDEX watch_notices_unread ON watch_notices (search_id) WHERE read_at IS NULL;

    -- What is to be told where: each event once on each channel. One message may tell of several.
    CREATE TABLE notice_outbox (
      id INTEGER PRIMARY KEY,
      channel TEXT NOT NULL CHECK (channel IN ('system', 'email', 'ntfy', 'webhook')),
      -- both NULL: a test of the channel, which is about nothing
      notice_id INTEGER,
      -- an event of another kind, a charge or the price of a trip: its name, and what it says, as JSON
      event TEXT,
      plain TEXT,
      -- when the event was recorded, UTC ms: a notice that is given again is another event
      at INTEGER NOT NULL,
      -- 'sending' is written before anything is sent: what is found so at a start may have arrived, and is not sent again
      state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'unclear', 'given_up')),
      message_id TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- UTC ms: of the next attempt, and of the last
      next_at INTEGER NOT NULL,
      tried_at INTEGER,
      UNIQUE (channel, notice_id, at),
      UNIQUE (channel, event)
    ) STRICT;
    CREATE INDEX notice_outbox_open ON notice_outbox (channel, next_at) WHERE state IN ('waiting', 'sending');

    CREATE TABLE trips (
      id TEXT PRIMARY KEY NOT NULL,
      title TEXT NOT NULL,
      notes TEXT NOT NULL,
      -- travel dates YYYY-MM-DD
      starts TEXT,
      ends TEXT,
      -- what the traveller wants, as JSON; NULL for a board alone
      question TEXT,
      -- the price that is watched, as JSON; NULL where none is
      watch TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT;

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
      -- a note's text, a link's title, what the user says of a record
      text TEXT NOT NULL,
      url TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX trip_items_of ON trip_items (trip_id, position);

    -- Where the user is on the way to book a record: what was typed and is not saved, as JSON, and whether its sheet is open.
    CREATE TABLE booking_sheets (
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      record_key TEXT NOT NULL,
      sheet TEXT NOT NULL,
      is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (identity, cabin, record_key)
    ) STRICT, WITHOUT ROWID;

    -- What happened when the user went to book a record: one answer for each sighting of it.
    CREATE TABLE booking_answers (
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      record_key TEXT NOT NULL,
      -- when the record had been seen, and when the user first answered, UTC ms
      seen_at INTEGER NOT NULL,
      answered_at INTEGER NOT NULL,
      outcome TEXT NOT NULL CHECK (outcome IN ('booked', 'held', 'not_there', 'other_price')),
      -- the record as it was seen, as JSON
      record TEXT NOT NULL,
      -- the programme's own reference; empty where there is none
      reference TEXT NOT NULL,
      -- of all travellers; the taxes as JSON; NULL where they were not given
      miles INTEGER,
      taxes TEXT,
      -- until when a hold lasts, UTC ms
      held_until INTEGER,
      -- the flights, as JSON; NULL where no trip details were there
      way TEXT,
      updated_at INTEGER NOT NULL,
      removed_at INTEGER,
      PRIMARY KEY (identity, cabin, record_key, seen_at)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE wallet_balances (
      id TEXT PRIMARY KEY,
      -- whose account it is
      owner TEXT NOT NULL,
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
      block_points INTEGER NOT NULL,
      block_miles INTEGER NOT NULL,
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

    CREATE TABLE private_notes (
      kind TEXT NOT NULL,
      identity TEXT NOT NULL,
      cabin TEXT NOT NULL,
      key TEXT NOT NULL,
      private INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      PRIMARY KEY (kind, identity, cabin, key)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE assistant_connections (
      id TEXT PRIMARY KEY,
      -- as the client calls itself
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      protocol TEXT NOT NULL,
      connected_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE assistant_reads (
      id INTEGER PRIMARY KEY,
      read_id TEXT NOT NULL UNIQUE,
      connection_id TEXT NOT NULL,
      at INTEGER NOT NULL,
      tool TEXT NOT NULL,
      input TEXT NOT NULL,
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

    CREATE TABLE damaged_rows (
      id INTEGER PRIMARY KEY,
      -- UTC ms
      found_at INTEGER NOT NULL,
      table_name TEXT NOT NULL,
      -- what such a row is, for the user
      called TEXT NOT NULL,
      -- the row as it was stored, as JSON
      content TEXT NOT NULL
    ) STRICT;
`;
