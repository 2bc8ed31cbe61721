/**
 * Where the price of each listed record stands among the other dates of its route, programme and cabin, so that records
 * can be sorted and filtered by it. Counted behind what is written: a group is counted again where it changed since. Rules
 * of the watchlist can name it.
 */
export const priceStandings = {
  version: 21,
  name: 'price standings',
  sql: `
    -- What prices are compared within.
    CREATE TABLE award_price_groups (
      id INTEGER PRIMARY KEY,
      partition_id INTEGER NOT NULL,
      origin TEXT NOT NULL,
      destination TEXT NOT NULL,
      programme_id INTEGER NOT NULL,
      -- how often it changed, and how often it had when it was counted last
      changes INTEGER NOT NULL,
      counted INTEGER NOT NULL,
      UNIQUE (partition_id, origin, destination, programme_id)
    ) STRICT;
    CREATE INDEX award_price_groups_uncounted ON award_price_groups (id) WHERE changes <> counted;

    -- Of the newest version of a record with enough dates to compare it with; no row for any other.
    CREATE TABLE award_price_standings (
      version_id INTEGER PRIMARY KEY,
      group_id INTEGER NOT NULL,
      -- among the cheapest so many per cent: 100 less the share of dates that are dearer, rounded up
      cheapest INTEGER NOT NULL,
      dates INTEGER NOT NULL,
      basis TEXT NOT NULL
    ) STRICT;
    CREATE INDEX award_price_standings_by_group ON award_price_standings (group_id);

    INSERT INTO award_price_groups (partition_id, origin, destination, programme_id, changes, counted)
      SELECT DISTINCT e.partition_id, r.origin, r.destination, v.programme_id, 1, 0
      FROM award_versions v JOIN award_records e ON e.id = v.record_id JOIN award_routes r ON r.id = v.route_id;

    ALTER TABLE watch_rules ADD COLUMN cheapest_percent INTEGER;
  `,
};
