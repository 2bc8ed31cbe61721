/**
 * The watchlist: what the person set for a search, how far they have read its changes, what they asked to hear of, and
 * the records that were told because of it. A search without a row is watched as every other. What was told is kept by
 * the service's own ID and the record's content, which survive a rebuild of the records, so that nothing is told twice.
 * Approvals of several pages learn to hold more than one search.
 */
export const watchlist = {
  version: 7,
  name: 'watchlist',
  sql: `
    -- the searches of one approval, as a JSON list; NULL where it is for pages of one run or search
    ALTER TABLE standing_approvals ADD COLUMN requests TEXT;

    CREATE TABLE watched_searches (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      -- 1 where the person took it off the watchlist
      off INTEGER NOT NULL DEFAULT 0,
      -- 1 where a look reads the first page alone
      first_page_only INTEGER NOT NULL DEFAULT 0,
      -- the run up to which the person has read what changed; NULL: all of it
      read_run_id INTEGER,
      read_at INTEGER,
      -- looks without being asked that failed one after the other, the words of the last, and when the next may be
      failures INTEGER NOT NULL DEFAULT 0,
      failed_at INTEGER,
      failed_words TEXT,
      not_before INTEGER
    ) STRICT;

    -- what the person asked to hear of: all that is set must hold
    CREATE TABLE watch_rules (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      miles_below INTEGER,
      seats_min INTEGER,
      direct INTEGER NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE watch_notices (
      id INTEGER PRIMARY KEY,
      search_id INTEGER NOT NULL REFERENCES award_searches (id),
      run_id INTEGER NOT NULL,
      at INTEGER NOT NULL,
      shelf_id INTEGER NOT NULL,
      record_key TEXT NOT NULL,
      -- the record as it was told, as JSON
      content TEXT NOT NULL,
      read_at INTEGER,
      UNIQUE (shelf_id, record_key, content)
    ) STRICT;
    CREATE INDEX watch_notices_unread ON watch_notices (search_id) WHERE read_at IS NULL;
  `,
};
