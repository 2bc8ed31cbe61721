/**
 * What a user chose for saved searches: a name of their own, whether it is on the list, and which are watched. Searches
 * of before stay watched, as they were; from now on a search is watched once its user says so. Each run tells its fewest
 * miles, so that prices over time are read without its records.
 */
export const chosenSearches = {
  version: 18,
  name: 'chosen searches',
  sql: `
    CREATE TABLE saved_searches (
      search_id INTEGER PRIMARY KEY REFERENCES award_searches (id),
      -- NULL: called by what it asks for
      name TEXT,
      -- when it was taken from the list of saved searches; NULL: it is there
      removed_at INTEGER,
      updated_at INTEGER NOT NULL
    ) STRICT;

    -- 1 and 0 as the user chose; NULL: they said nothing, and it is watched where it has a rule or a permission
    ALTER TABLE watched_searches ADD COLUMN watched INTEGER;
    UPDATE watched_searches SET watched = 1 - off;
    INSERT INTO watched_searches (search_id, watched) SELECT id, 1 FROM award_searches WHERE true
      ON CONFLICT (search_id) DO NOTHING;
    ALTER TABLE watched_searches DROP COLUMN off;

    -- the fewest miles of award space that a run saw; NULL where it saw none that tells them
    ALTER TABLE award_runs ADD COLUMN cheapest INTEGER;
    UPDATE award_runs SET cheapest = (
      SELECT min(v.miles) FROM award_observations o CROSS JOIN award_versions v ON v.id = o.version_id
      WHERE o.run_id = award_runs.id AND v.available = 1);
  `,
};
