/**
 * The journal. `purchases` is where each purchase stands; `purchase_events` is how it came there, append-only;
 * `outputs` holds what was paid for, byte for byte as it came. `standing_approvals` are batches and permissions.
 */
export const purchases = `
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
      next_poll_at INTEGER,
      polls INTEGER NOT NULL DEFAULT 0,
      run_id INTEGER,
      request_id TEXT,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      tool_id TEXT,
      -- how the output becomes records: the name of a record kind; NULL for Tools without records
      interpretation TEXT,
      -- what the same request was quoted at the last time, where it was
      price_before TEXT,
      batch_id TEXT,
      grant_id TEXT,
      restored_beside TEXT,
      -- what the listing and the quote authorise, as JSON
      authorisation TEXT,
      -- what was stated of the charge and was not understood, as JSON; NULL where all of it was
      charge_oddity TEXT,
      -- the charge that the user has seen, where it is not what was approved
      charge_seen TEXT,
      -- an order that the service declined to take yet is not sent again before
      wait_until INTEGER
    ) STRICT;

    -- A request that may have been paid for is not bought again while that is open, whatever any process does.
    CREATE UNIQUE INDEX purchases_one_open ON purchases (marketplace, request_digest, coalesce(restored_beside, ''))
      WHERE state IN ('approved', 'submitted', 'pending', 'unknown');

    -- A quote is bought at most once. Copies that a restore placed beside others are not bought at all.
    CREATE UNIQUE INDEX purchases_one_open_per_quote ON purchases (marketplace, quote_ref)
      WHERE quote_ref IS NOT NULL AND restored_beside IS NULL
        AND state IN ('approved', 'submitted', 'pending', 'unknown');
    CREATE INDEX purchases_by_quote ON purchases (marketplace, quote_ref) WHERE quote_ref IS NOT NULL;
    CREATE INDEX purchases_of_request ON purchases (marketplace, request_digest, created_at);
    CREATE INDEX purchases_of_batch ON purchases (batch_id) WHERE batch_id IS NOT NULL;
    CREATE INDEX purchases_of_grant ON purchases (grant_id) WHERE grant_id IS NOT NULL;
    CREATE INDEX purchases_of_call ON purchases (marketplace, call_ref) WHERE call_ref IS NOT NULL;
    CREATE INDEX purchases_by_what ON purchases (created_at, state, demo, tool_id);
    CREATE INDEX purchases_spent ON purchases (demo, submitted_at) WHERE submitted_at IS NOT NULL;
    CREATE INDEX purchases_unsent ON purchases (demo, created_at) WHERE submitted_at IS NULL;
    CREATE INDEX purchases_unresolved ON purchases (state) WHERE state IN ('quoting', 'quoted', 'approved', 'submitted', 'pending', 'unknown');
    CREATE INDEX purchases_charged_otherwise ON purchases (submitted_at)
      WHERE charge_oddity IS NOT NULL OR (charged IS NOT NULL AND charged IS NOT price);

    -- What the indexes by state, time and demo do not find, because just those are damaged.
    CREATE INDEX purchases_damaged ON purchases (state, demo, submitted_at, idempotency_key, created_at) WHERE (state NOT IN ('quoting', 'not_quoted', 'quoted', 'discarded',
        'expired', 'approved', 'void', 'submitted', 'not_sent', 'pending', 'unknown', 'completed', 'refused', 'cancelled')
      OR (idempotency_key IS NOT NULL AND submitted_at IS NULL) OR submitted_at <= 0
      OR demo NOT IN (0, 1));

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
    CREATE TRIGGER purchase_events_no_update BEFORE UPDATE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never changed'); END;
    CREATE TRIGGER purchase_events_no_delete BEFORE DELETE ON purchase_events
      BEGIN SELECT RAISE(ABORT, 'the history of a purchase is never deleted'); END;

    CREATE TABLE outputs (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      -- which answer brought it: 'call' or 'status'
      via TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      -- names from the answer to the Tool's output in it, as JSON
      output_at TEXT NOT NULL DEFAULT '["output"]',
      -- 0 until records were derived from it
      interpreted INTEGER NOT NULL DEFAULT 0,
      -- a large answer is in pieces; last, so that the other columns are read without it
      pieces TEXT,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX outputs_to_interpret ON outputs (interpreted) WHERE interpreted = 0;
    CREATE INDEX outputs_by_time ON outputs (received_at);

    -- Answers that may hold what was paid for, of which it is not known yet.
    CREATE TABLE output_candidates (
      purchase_id TEXT PRIMARY KEY REFERENCES purchases (id),
      received_at INTEGER NOT NULL,
      pieces TEXT,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE INDEX output_candidates_by_time ON output_candidates (received_at);

    -- Large answers, packed: each piece is stored in a turn of its own, before the answer is settled.
    CREATE TABLE output_pieces (
      answer TEXT NOT NULL,
      position INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (answer, position)
    ) STRICT;

    CREATE TABLE standing_approvals (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('batch', 'grant')),
      -- running or in force; over for ever once ended_at is set
      ended_at INTEGER,
      end_code TEXT,
      end_words TEXT,
      marketplace TEXT NOT NULL,
      account TEXT,
      key_mark TEXT NOT NULL,
      tool_ref TEXT NOT NULL,
      tool_id TEXT NOT NULL,
      title TEXT NOT NULL,
      input TEXT NOT NULL,
      -- a batch: the whole ceiling, the pages and the most for each; a grant: the most for one day, the pages of one
      -- refresh, the hours from one to the next, and until when
      ceiling TEXT NOT NULL,
      pages INTEGER NOT NULL,
      every_hours INTEGER,
      page_price TEXT,
      run_id INTEGER,
      until TEXT,
      created_at INTEGER NOT NULL,
      -- the searches of a batch, as a JSON list
      requests TEXT,
      -- a batch that reads for a trip: which, and whether Milepost chooses further searches, as JSON
      trip TEXT
    ) STRICT;
    CREATE INDEX standing_approvals_in_force ON standing_approvals (kind) WHERE ended_at IS NULL;

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
    CREATE TRIGGER purchase_months_insert AFTER INSERT ON purchases WHEN new.submitted_at IS NOT NULL
      BEGIN INSERT OR IGNORE INTO purchase_months_changed VALUES (new.demo, new.submitted_at); END;
    CREATE TRIGGER purchase_months_update AFTER UPDATE OF demo, submitted_at, state, tool_id, tool_title, price, ceiling,
      charged, charge_state, charge_oddity ON purchases
      WHEN old.submitted_at IS NOT NULL OR new.submitted_at IS NOT NULL
      BEGIN
        INSERT OR IGNORE INTO purchase_months_changed SELECT old.demo, old.submitted_at WHERE old.submitted_at IS NOT NULL;
        INSERT OR IGNORE INTO purchase_months_changed SELECT new.demo, new.submitted_at WHERE new.submitted_at IS NOT NULL;
      END;
`;
