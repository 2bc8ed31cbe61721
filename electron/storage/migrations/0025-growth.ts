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

    DROP INDEX purchases_by_time;
    CREATE INDEX purchases_by_what ON purchases (created_at, state, demo, tool_id);
    CREATE INDEX purchases_unsent ON purchases (demo, created_at) WHERE submitted_at IS NULL;
    CREATE INDEX outputs_by_time ON outputs (received_at);
    CREATE INDEX output_candidates_by_time ON output_candidates (received_at);
  `,
};
