/**
 * Figures that are counted behind what is written: whatever changes one leaves a mark, and only what is marked is counted
 * anew.
 */
export const figures = `
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
    -- Prices with too few seats for all travellers are not compared with.
    CREATE TRIGGER award_price_groups_travellers_insert AFTER INSERT ON settings WHEN new.name = 'wallet.travellers'
      BEGIN UPDATE award_price_groups SET changes = changes + 1; END;
    CREATE TRIGGER award_price_groups_travellers_update AFTER UPDATE ON settings
      WHEN new.name = 'wallet.travellers' AND new.value <> old.value
      BEGIN UPDATE award_price_groups SET changes = changes + 1; END;

    -- Of the newest version of a record with enough dates to compare it with; no row for any other.
    CREATE TABLE award_price_standings (
      version_id INTEGER PRIMARY KEY,
      group_id INTEGER NOT NULL,
      -- among the cheapest so many per cent: 100 less the share of dates that are dearer, those at the same price half
      cheapest INTEGER NOT NULL,
      -- 1 where no date was seen cheaper and any dearer
      lowest INTEGER NOT NULL,
      dates INTEGER NOT NULL,
      basis TEXT NOT NULL
    ) STRICT;

    -- How many pages of a search cost exactly an amount (JSON): what was charged, or else quoted.
    CREATE TABLE award_search_costs (
      search_id INTEGER NOT NULL,
      cost TEXT NOT NULL,
      pages INTEGER NOT NULL,
      PRIMARY KEY (search_id, cost)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER award_search_costs_page_insert AFTER INSERT ON award_pages
      BEGIN
        INSERT INTO award_search_costs
          SELECT r.search_id, coalesce(u.charged, u.price), 1 FROM award_runs r, purchases u
          WHERE r.id = new.run_id AND u.id = new.purchase_id AND coalesce(u.charged, u.price) IS NOT NULL
          ON CONFLICT DO UPDATE SET pages = pages + 1;
      END;
    CREATE TRIGGER award_search_costs_page_delete BEFORE DELETE ON award_pages
      BEGIN
        UPDATE award_search_costs SET pages = pages - 1 WHERE (search_id, cost) = (
          SELECT r.search_id, coalesce(u.charged, u.price) FROM award_runs r, purchases u
          WHERE r.id = old.run_id AND u.id = old.purchase_id);
      END;
    CREATE TRIGGER award_search_costs_purchase_insert AFTER INSERT ON purchases WHEN coalesce(new.charged, new.price) IS NOT NULL
      BEGIN
        INSERT INTO award_search_costs
          SELECT r.search_id, coalesce(new.charged, new.price), 1 FROM award_pages p, award_runs r
          WHERE p.purchase_id = new.id AND r.id = p.run_id
          ON CONFLICT DO UPDATE SET pages = pages + 1;
      END;
    CREATE TRIGGER award_search_costs_purchase_update AFTER UPDATE OF charged, price ON purchases
      WHEN coalesce(old.charged, old.price) IS NOT coalesce(new.charged, new.price)
      BEGIN
        UPDATE award_search_costs SET pages = pages - 1 WHERE (search_id, cost) = (
          SELECT r.search_id, coalesce(old.charged, old.price) FROM award_pages p, award_runs r
          WHERE p.purchase_id = old.id AND r.id = p.run_id);
        INSERT INTO award_search_costs
          SELECT r.search_id, coalesce(new.charged, new.price), 1 FROM award_pages p, award_runs r
          WHERE p.purchase_id = new.id AND r.id = p.run_id AND coalesce(new.charged, new.price) IS NOT NULL
          ON CONFLICT DO UPDATE SET pages = pages + 1;
      END;

    -- How many records changed in each run since the run before it.
    CREATE TABLE award_run_changes (run_id INTEGER PRIMARY KEY, changes INTEGER NOT NULL) STRICT;

    -- How often a run was written since it was counted.
    CREATE TABLE award_runs_written (run_id INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
    CREATE TRIGGER award_runs_written_page_insert AFTER INSERT ON award_pages
      BEGIN INSERT INTO award_runs_written VALUES (new.run_id, 1) ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1; END;
    CREATE TRIGGER award_runs_written_page_update AFTER UPDATE ON award_pages
      BEGIN INSERT INTO award_runs_written VALUES (new.run_id, 1) ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1; END;
    CREATE TRIGGER award_runs_written_delete AFTER DELETE ON award_runs
      BEGIN
        DELETE FROM award_runs_written WHERE run_id = old.id;
        DELETE FROM award_run_changes WHERE run_id = old.id;
      END;

    -- How many records a page was the first to have.
    CREATE TABLE award_first_seen (page_id INTEGER PRIMARY KEY, records INTEGER NOT NULL) STRICT;
    CREATE TRIGGER award_first_seen_insert AFTER INSERT ON award_records
      BEGIN INSERT INTO award_first_seen VALUES (new.first_page_id, 1) ON CONFLICT DO UPDATE SET records = records + 1; END;

    -- What a search brought for what it cost, by Tool, as JSON.
    CREATE TABLE award_searches_brought (search_id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT;

    -- How often a search was written since it was counted.
    CREATE TABLE award_searches_written (search_id INTEGER PRIMARY KEY, times INTEGER NOT NULL) STRICT;
    CREATE TRIGGER award_searches_written_run_delete AFTER DELETE ON award_runs
      BEGIN INSERT INTO award_searches_written VALUES (old.search_id, 1) ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1; END;
    CREATE TRIGGER award_searches_written_mark_insert AFTER INSERT ON award_runs_written
      BEGIN
        INSERT INTO award_searches_written SELECT search_id, 1 FROM award_runs WHERE id = new.run_id
          ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1;
      END;
    CREATE TRIGGER award_searches_written_mark_update AFTER UPDATE ON award_runs_written
      BEGIN
        INSERT INTO award_searches_written SELECT search_id, 1 FROM award_runs WHERE id = new.run_id
          ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1;
      END;
    CREATE TRIGGER award_searches_written_purchase_insert AFTER INSERT ON purchases
      BEGIN
        INSERT INTO award_searches_written
          SELECT r.search_id, 1 FROM award_pages p, award_runs r WHERE p.purchase_id = new.id AND r.id = p.run_id
          ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1;
      END;
    CREATE TRIGGER award_searches_written_purchase_update AFTER UPDATE OF charged, price, tool_id, tool_title ON purchases
      BEGIN
        INSERT INTO award_searches_written
          SELECT r.search_id, 1 FROM award_pages p, award_runs r WHERE p.purchase_id = new.id AND r.id = p.run_id
          ON CONFLICT DO UPDATE SET times = (times & 1073741823) + 1;
      END;
`;
