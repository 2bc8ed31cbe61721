/**
 * What grew in step with the years: totals of what was spent are kept by month and Tool, and lists are found by index.
 * Both are derived, and counted anew wherever a change left its mark.
 */
export const growth = {
  version: 25,
  name: 'growth',
  sql: `
    -- What was spent in a month of the user's own calendar, as JSON. A month whose bounds are others by now, because the
    -- computer is in another zone, counts as not there.
    CREATE TABLE purchase_months (
      demo INTEGER NOT NULL,
      month TEXT NOT NULL,
      -- UTC ms; the second is not included
      starts INTEGER NOT NULL,
      ends INTEGER NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (demo, month)
    ) STRICT, WITHOUT ROWID;
    -- When purchases were submitted whose month is to be counted anew: written with whatever changes them.
    CREATE TABLE purchase_months_changed (
      demo INTEGER NOT NULL,
      submitted_at INTEGER NOT NULL,
      PRIMARY KEY (demo, submitted_at)
    ) STRICT, WITHOUT ROWID;
    INSERT OR IGNORE INTO purchase_months_changed SELECT demo, submitted_at FROM purchases WHERE submitted_at IS NOT NULL;
    CREATE TRIGGER purchase_months_insert AFTER INSERT ON purchases WHEN new.submitted_at IS NOT NULL
      BEGIN INSERT OR IGNORE INTO purchase_months_changed VALUES (new.demo, new.submitted_at); END;
    CREATE TRIGGER purchase_months_update AFTER UPDATE OF demo, submitted_at, state, tool_id, tool_title, price, ceiling,
      charged, charge_state, charge_oddity ON purchases
      WHEN old.submitted_at IS NOT NULL OR new.submitted_at IS NOT NULL
      BEGIN
        INSERT OR IGNORE INTO purchase_months_changed SELECT old.demo, old.submitted_at WHERE old.submitted_at IS NOT NULL;
        INSERT OR IGNORE INTO purchase_months_changed SELECT new.demo, new.submitted_at WHERE new.submitted_at IS NOT NULL;
      END;

    -- How many pages of a search cost exactly an amount (JSON): what was charged, or else quoted.
    CREATE TABLE award_search_costs (
      search_id INTEGER NOT NULL,
      cost TEXT NOT NULL,
      pages INTEGER NOT NULL,
      PRIMARY KEY (search_id, cost)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO award_search_costs
      SELECT r.search_id, coalesce(u.charged, u.price), count(*) FROM award_pages p
      JOIN award_runs r ON r.id = p.run_id JOIN purchases u ON u.id = p.purchase_id
      WHERE coalesce(u.charged, u.price) IS NOT NULL GROUP BY 1, 2;
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

    DROP INDEX purchases_by_time;
    CREATE INDEX purchases_by_what ON purchases (created_at, state, demo, tool_id);
    CREATE INDEX purchases_unsent ON purchases (demo, created_at) WHERE submitted_at IS NULL;
    CREATE INDEX outputs_by_time ON outputs (received_at);
    CREATE INDEX output_candidates_by_time ON output_candidates (received_at);
  `,
};
