/**
 * Ways to fly, as answers with trip details list them (§2.1 `include_trips`). Derived from the stored outputs, as records
 * are, but no part of a version: a source that merely looked again has not changed its record.
 */
export const itineraries = {
  version: 22,
  name: 'itineraries',
  sql: `
    -- What the newest page that said anything of them said of a version.
    CREATE TABLE award_itineraries (
      version_id INTEGER NOT NULL,
      -- In the order in which they came, from 0.
      place INTEGER NOT NULL,
      page_id INTEGER NOT NULL,
      stops INTEGER,
      minutes INTEGER,
      -- Flight numbers, airlines, aircraft and cabins in small letters, for the filter by words.
      words TEXT NOT NULL,
      -- All of it, as JSON.
      content TEXT NOT NULL,
      PRIMARY KEY (version_id, place)
    ) STRICT, WITHOUT ROWID;

    -- 0: its answer was not read for them yet. Pages without members beyond the contract have none.
    ALTER TABLE award_pages ADD COLUMN itineraries_read INTEGER NOT NULL DEFAULT 0;
    UPDATE award_pages SET itineraries_read = 1
      WHERE run_id IN (SELECT id FROM award_runs WHERE flagged = 0);
    CREATE INDEX award_pages_unread ON award_pages (id) WHERE itineraries_read = 0;
  `,
};
