/**
 * Approvals that stand for more than one quote: several pages under one ceiling, and dated permissions. Each has a
 * history of its own that is never changed. Purchases learn which of them they were made under, which capability they
 * are for whatever reference it has now, and how their output is to be read.
 */
export const standingApprovals = {
  version: 5,
  name: 'standing approvals',
  sql: `
    ALTER TABLE purchases ADD COLUMN tool_id TEXT;
    -- how the output becomes records: 'award_search', or NULL for Tools without records
    ALTER TABLE purchases ADD COLUMN interpretation TEXT;
    -- what the same request was quoted at the last time, where it was
    ALTER TABLE purchases ADD COLUMN price_before TEXT;
    ALTER TABLE purchases ADD COLUMN batch_id TEXT;
    ALTER TABLE purchases ADD COLUMN grant_id TEXT;
    UPDATE purchases SET tool_id = tool_ref,
      interpretation = CASE WHEN run_id IS NOT NULL THEN 'award_search' END;
    CREATE INDEX purchases_of_request ON purchases (marketplace, request_digest, created_at);
    CREATE INDEX purchases_of_batch ON purchases (batch_id) WHERE batch_id IS NOT NULL;
    CREATE INDEX purchases_of_grant ON purchases (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX purchases_of_call ON purchases (marketplace, call_ref) WHERE call_ref IS NOT NULL;

    CREATE TABLE standing_approvals (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('batch', 'grant')),
      -- running or in force; over for ever once ended_at is set
      ended_at INTEGER,
      end_code TEXT,
      end_words TEXT,
      marketplace TEXT NOT NULL,
      demo INTEGER NOT NULL,
      account TEXT,
      key_mark TEXT NOT NULL,
      tool_ref TEXT NOT NULL,
      tool_id TEXT NOT NULL,
      title TEXT NOT NULL,
      input TEXT NOT NULL,
      -- a batch: the whole ceiling, the pages and the most for each; a grant: the most for one day, and until when
      ceiling TEXT NOT NULL,
      pages INTEGER,
      page_price TEXT,
      run_id INTEGER,
      until TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX standing_approvals_in_force ON standing_approvals (kind) WHERE ended_at IS NULL;

    CREATE TABLE standing_approval_events (
      id INTEGER PRIMARY KEY,
      approval_id TEXT NOT NULL REFERENCES standing_approvals (id),
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      words TEXT NOT NULL
    ) STRICT;
    CREATE INDEX standing_approval_events_of ON standing_approval_events (approval_id, id);
    CREATE TRIGGER standing_approval_events_keep BEFORE UPDATE ON standing_approval_events
      BEGIN SELECT RAISE(ABORT, 'the history of an approval is never changed'); END;
    CREATE TRIGGER standing_approval_events_stay BEFORE DELETE ON standing_approval_events
      BEGIN SELECT RAISE(ABORT, 'the history of an approval is never deleted'); END;
  `,
};
