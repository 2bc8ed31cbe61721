/**
 * What each search brought for what it cost, counted behind what is written: a search that was written to since is marked
 * by whatever changes its figures, and only such are counted as they are asked for.
 */
export const searchesBrought = {
  version: 31,
  name: 'searches brought',
  sql: `
    -- how many records a page was the first to have
    CREATE TABLE award_first_seen (page_id INTEGER PRIMARY KEY, records INTEGER NOT NULL) STRICT;
    INSERT INTO award_first_seen SELECT first_page_id, count(*) FROM award_records GROUP BY 1;
    CREATE TRIGGER award_first_seen_insert AFTER INSERT ON award_records
      BEGIN INSERT INTO award_first_seen VALUES (new.first_page_id, 1) ON CONFLICT DO UPDATE SET records = records + 1; END;

    -- by Tool, as JSON
    CREATE TABLE award_searches_brought (search_id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT;
    -- how often a search was written since it was counted
    CREATE TABLE award_searches_written (search_id INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
    INSERT INTO award_searches_written SELECT id, 1 FROM award_searches;
    CREATE TRIGGER award_searches_written_run_delete AFTER DELETE ON award_runs
      BEGIN INSERT INTO award_searches_written VALUES (old.search_id, 1) ON CONFLICT DO UPDATE SET times = times + 1; END;
    -- whatever marks a run marks its search: each page that is written
    CREATE TRIGGER award_searches_written_mark_insert AFTER INSERT ON award_runs_written
      BEGIN
        INSERT INTO award_searches_written SELECT search_id, 1 FROM award_runs WHERE id = new.run_id
          ON CONFLICT DO UPDATE SET times = times + 1;
      END;
    CREATE TRIGGER award_searches_written_mark_update AFTER UPDATE ON award_runs_written
      BEGIN
        INSERT INTO award_searches_written SELECT search_id, 1 FROM award_runs WHERE id = new.run_id
          ON CONFLICT DO UPDATE SET times = times + 1;
      END;
    CREATE TRIGGER award_searches_written_purchase_insert AFTER INSERT ON purchases
      BEGIN
        INSERT INTO award_searches_written
          SELECT r.search_id, 1 FROM award_pages p, award_runs r WHERE p.purchase_id = new.id AND r.id = p.run_id
          ON CONFLICT DO UPDATE SET times = times + 1;
      END;
    CREATE TRIGGER award_searches_written_purchase_update AFTER UPDATE OF charged, price, tool_id, tool_title ON purchases
      BEGIN
        INSERT INTO award_searches_written
          SELECT r.search_id, 1 FROM award_pages p, award_runs r WHERE p.purchase_id = new.id AND r.id = p.run_id
          ON CONFLICT DO UPDATE SET times = times + 1;
      END;
  `,
};
