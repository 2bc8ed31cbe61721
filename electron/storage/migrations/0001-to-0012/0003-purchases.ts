/**
 * The journal. `purchases` is where each purchase stands; `purchase_events` is how it came there, append-only;
 * `outputs` holds what was paid for, byte for byte as it came.
 */
export const purchases = {
  version: 3,
  name: 'purchases',
  sql: `
    CREATE TABLE purchases (
      id TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      -- where and as whom: never resumed anywhere else
      marketplace TEXT NOT NULL,
      demo INTEGER NOT NULL,
      account TEXT,
      key_mark TEXT NOT NULL,
      -- what
      tool_ref TEXT NOT NULL,
      tool_title TEXT NOT NULL,
      provider_name TEXT,
      title TEXT NOT NULL,
      input TEXT NOT NULL,
      request_digest TEXT NOT NULL,
      continues_run INTEGER,
      -- the quote; times of the service's clock corrected to ours
      quote_ref TEXT,
      tool_version TEXT,
      price TEXT,
      ceiling TEXT,
      expires_at INTEGER,
      normalized_input TEXT,
      input_digest TEXT,
      -- the command
      idempotency_key TEXT UNIQUE,
      submitted_at INTEGER,
      attempts INTEGER NOT NULL DEFAULT 0,
      -- the Call
      call_ref TEXT,
      call_version TEXT,
      charge_state TEXT,
      charged TEXT,
      receipt TEXT,
      refusal TEXT,
      next_look_at INTEGER,
      looks INTEGER NOT NULL DEFAULT 0,
      run_id INTEGER,
      request_id TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;

    -- A request that may have been paid for is not bought again while that is open, whatever any process does.
    CREATE UNIQUE INDEX purchases_one_open ON purchases (marketplace, request_digest)
      WHERE state IN ('approved', 'submitted', 'pending', 'unknown');
    -- A quote is bought at most once.
    CREATE UNIQUE INDEX purchases_one_per_quote ON purchases (marketplace, quote_ref) WHERE quote_ref IS NOT NULL;
    CREATE INDEX purchases_by_time ON purchases (created_at DESC);
    CREATE INDEX purchases_spent ON purchases (demo, submitted_at) WHERE submitted_at IS NOT NULL;
    CREATE INDEX purchases_unresolved ON purchases (state) WHERE state IN ('quoting', 'quoted', 'approved', 'submitted', 'pending', 'unknown');

    CREATE TABLE purchase_events (
      id INTEGER PRIMARY KEY,
      purchase_id TEXT NOT NULL REFERENCES purchases (id),
      at INTEGER NOT NULL,
      event TEXT NOT NULL,
      actor TEXT NOT NULL,
      state TEXT NOT NULL,
      words TEXT NOT NULL,
      request_id TEXT,
      detail TEXT
    ) STRICT;
    CREATE INDEX purchase_events_of ON purchase_events (purchase_id, id);
    CREATE TRIGGER purchase_events_keep BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END;
    CREATE TRIGGER purchase_events_stay BEFORE DELETE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never deleted'); END;

    CREATE TABLE outputs (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      -- which answer brought it: 'call' or 'status'
      via TEXT NOT NULL,
      encoding TEXT NOT NULL,
      bytes BLOB NOT NULL,
      received_at INTEGER NOT NULL,
      -- 0 until records were derived from it
      interpreted INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    CREATE INDEX outputs_to_interpret ON outputs (interpreted) WHERE interpreted = 0;
  `,
};
