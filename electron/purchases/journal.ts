import type { Amount } from '#shared/money.ts';
import {
  type Actor,
  actorOf,
  advance,
  type PurchaseEvent,
  type PurchaseState,
} from '#shared/purchase/state.ts';
import type { Storage } from '../storage/open.ts';

/** A purchase as the journal holds it; JSON texts already read. Times in UTC ms of this machine's clock. */
export type Entry = {
  id: string;
  state: PurchaseState;
  marketplace: string;
  demo: boolean;
  account: string | null;
  keyMark: string;
  toolRef: string;
  toolTitle: string;
  providerName: string | null;
  title: string;
  input: Record<string, unknown>;
  requestDigest: string;
  continuesRun: number | null;
  quoteRef: string | null;
  toolVersion: string | null;
  price: Amount | null;
  ceiling: Amount | null;
  expiresAt: number | null;
  normalizedInput: unknown;
  inputDigest: string | null;
  idempotencyKey: string | null;
  submittedAt: number | null;
  attempts: number;
  callRef: string | null;
  callVersion: string | null;
  chargeState: string | null;
  charged: Amount | null;
  receipt: unknown;
  refusal: Refusal | null;
  nextLookAt: number | null;
  looks: number;
  runId: number | null;
  requestId: string | null;
  createdAt: number;
  updatedAt: number;
};

/** Why no quote or no Call came of it. Texts of the service are data. */
export type Refusal = {
  code: string;
  words: string;
  retryable: boolean;
  retryAfterMs: number | null;
  requiredActions: { title: string; description: string }[];
};

/** What an event may change beside the state. The request itself is never changed. */
export type Changes = Partial<
  Omit<
    Entry,
    | 'id'
    | 'state'
    | 'marketplace'
    | 'demo'
    | 'toolRef'
    | 'input'
    | 'requestDigest'
    | 'createdAt'
    | 'updatedAt'
  >
>;

export type Happening = {
  event: PurchaseEvent;
  words: string;
  requestId?: string | null;
  detail?: unknown;
  changes?: Changes;
};

export type TimelineEntry = {
  at: number;
  event: string;
  by: Actor;
  words: string;
  requestId: string | null;
};

/** An event that the state machine refuses: a bug or a race lost, never a reason to write. */
export class IllegalEventError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'IllegalEventError';
  }
}

const COLUMNS: Record<keyof Entry, { column: string; kind: 'plain' | 'json' | 'flag' }> = {
  id: { column: 'id', kind: 'plain' },
  state: { column: 'state', kind: 'plain' },
  marketplace: { column: 'marketplace', kind: 'plain' },
  demo: { column: 'demo', kind: 'flag' },
  account: { column: 'account', kind: 'plain' },
  keyMark: { column: 'key_mark', kind: 'plain' },
  toolRef: { column: 'tool_ref', kind: 'plain' },
  toolTitle: { column: 'tool_title', kind: 'plain' },
  providerName: { column: 'provider_name', kind: 'plain' },
  title: { column: 'title', kind: 'plain' },
  input: { column: 'input', kind: 'json' },
  requestDigest: { column: 'request_digest', kind: 'plain' },
  continuesRun: { column: 'continues_run', kind: 'plain' },
  quoteRef: { column: 'quote_ref', kind: 'plain' },
  toolVersion: { column: 'tool_version', kind: 'plain' },
  price: { column: 'price', kind: 'json' },
  ceiling: { column: 'ceiling', kind: 'json' },
  expiresAt: { column: 'expires_at', kind: 'plain' },
  normalizedInput: { column: 'normalized_input', kind: 'json' },
  inputDigest: { column: 'input_digest', kind: 'plain' },
  idempotencyKey: { column: 'idempotency_key', kind: 'plain' },
  submittedAt: { column: 'submitted_at', kind: 'plain' },
  attempts: { column: 'attempts', kind: 'plain' },
  callRef: { column: 'call_ref', kind: 'plain' },
  callVersion: { column: 'call_version', kind: 'plain' },
  chargeState: { column: 'charge_state', kind: 'plain' },
  charged: { column: 'charged', kind: 'json' },
  receipt: { column: 'receipt', kind: 'json' },
  refusal: { column: 'refusal', kind: 'json' },
  nextLookAt: { column: 'next_look_at', kind: 'plain' },
  looks: { column: 'looks', kind: 'plain' },
  runId: { column: 'run_id', kind: 'plain' },
  requestId: { column: 'request_id', kind: 'plain' },
  createdAt: { column: 'created_at', kind: 'plain' },
  updatedAt: { column: 'updated_at', kind: 'plain' },
};
const FIELDS = Object.keys(COLUMNS) as (keyof Entry)[];

type Row = Record<string, string | number | null>;

function fromRow(row: Row): Entry {
  const entry: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const { column, kind } = COLUMNS[field];
    const value = row[column] ?? null;
    entry[field] =
      kind === 'json'
        ? value === null
          ? null
          : JSON.parse(String(value))
        : kind === 'flag'
          ? value === 1
          : value;
  }
  return entry as Entry; // every field of Entry stands in COLUMNS, which its type checks
}

function toColumn(field: keyof Entry, value: unknown): unknown {
  const { kind } = COLUMNS[field];
  if (value === undefined || value === null) return null;
  return kind === 'json' ? JSON.stringify(value) : kind === 'flag' ? Number(value) : value;
}

export type Journal = ReturnType<typeof openJournal>;

/**
 * The journal over the data file. Every change of a purchase goes through `record`, which asks the state machine and
 * writes the change with its event in one transaction.
 */
export function openJournal(storage: Storage, now: () => number) {
  const { db } = storage;
  const selectOne = db.prepare<[string], Row>('SELECT * FROM purchases WHERE id = ?');
  const insertEvent = db.prepare(
    `INSERT INTO purchase_events (purchase_id, at, event, actor, state, words, request_id, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertRow = db.prepare(
    `INSERT INTO purchases (${FIELDS.map((field) => COLUMNS[field].column).join(', ')})
     VALUES (${FIELDS.map(() => '?').join(', ')})`,
  );
  const selectEvents = db.prepare<[string], TimelineEntry>(
    `SELECT at, event, actor AS by, words, request_id AS requestId
     FROM purchase_events WHERE purchase_id = ? ORDER BY id`,
  );

  function get(id: string): Entry | undefined {
    const row = selectOne.get(id);
    return row && fromRow(row);
  }

  function must(id: string): Entry {
    const entry = get(id);
    if (entry === undefined) throw new IllegalEventError(`there is no purchase ${id}`);
    return entry;
  }

  function write(id: string, at: number, state: PurchaseState, changes: Changes): void {
    const fields = Object.keys(changes) as (keyof Changes)[];
    const sets = [...fields.map((field) => `${COLUMNS[field].column} = ?`), 'state = ?', 'updated_at = ?'];
    db.prepare(`UPDATE purchases SET ${sets.join(', ')} WHERE id = ?`).run(
      ...fields.map((field) => toColumn(field, changes[field])),
      state,
      at,
      id,
    );
  }

  return {
    get,
    must,

    /** Opens a purchase in `quoting`. */
    open(entry: Entry, words: string): void {
      storage.transaction(() => {
        insertRow.run(...FIELDS.map((field) => toColumn(field, entry[field])));
        insertEvent.run(entry.id, entry.createdAt, 'opened', 'person', entry.state, words, null, null);
      });
    },

    /**
     * Applies one event: the state machine's verdict, the changes and the line of history, all or nothing.
     * Throws `IllegalEventError` where the purchase is no longer in a state that the event may happen to.
     */
    record(id: string, happening: Happening): Entry {
      return storage.transaction(() => {
        const at = now();
        const before = must(id);
        const verdict = advance(before.state, happening.event, actorOf(happening.event));
        if (!verdict.ok) throw new IllegalEventError(verdict.reason);
        write(id, at, verdict.state, happening.changes ?? {});
        insertEvent.run(
          id,
          at,
          happening.event,
          actorOf(happening.event),
          verdict.state,
          happening.words,
          happening.requestId ?? null,
          happening.detail === undefined ? null : JSON.stringify(happening.detail),
        );
        return must(id);
      });
    },

    /** Changes what is no event of the purchase's life, such as when to look next. */
    amend(id: string, changes: Pick<Changes, 'nextLookAt' | 'looks' | 'callVersion' | 'runId'>): void {
      write(id, must(id).updatedAt, must(id).state, changes);
    },

    /** Adds evidence to the history without changing the purchase. */
    note(
      id: string,
      event: string,
      actor: Actor,
      words: string,
      requestId: string | null,
      detail?: unknown,
    ): void {
      insertEvent.run(
        id,
        now(),
        event,
        actor,
        must(id).state,
        words,
        requestId,
        detail === undefined ? null : JSON.stringify(detail),
      );
    },

    timeline: (id: string): TimelineEntry[] => selectEvents.all(id),

    inStates(states: readonly PurchaseState[]): Entry[] {
      return db
        .prepare<unknown[], Row>(
          `SELECT * FROM purchases WHERE state IN (${states.map(() => '?').join(', ')}) ORDER BY created_at`,
        )
        .all(...states)
        .map(fromRow);
    },

    /** Newest first. */
    list(states: readonly PurchaseState[] | undefined, limit: number): { items: Entry[]; total: number } {
      const where = states === undefined ? '' : `WHERE state IN (${states.map(() => '?').join(', ')})`;
      const chosen = states ?? [];
      const items = db
        .prepare<unknown[], Row>(
          `SELECT * FROM purchases ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?`,
        )
        .all(...chosen, limit)
        .map(fromRow);
      const total = db
        .prepare<unknown[], { n: number }>(`SELECT count(*) AS n FROM purchases ${where}`)
        .get(...chosen);
      return { items, total: total?.n ?? 0 };
    },

    /** The unresolved purchase of the same request on the same marketplace, if there is one. */
    openPurchaseOf(marketplace: string, requestDigest: string): Entry | undefined {
      const row = db
        .prepare<[string, string], Row>(
          `SELECT * FROM purchases WHERE marketplace = ? AND request_digest = ?
           AND state IN ('approved', 'submitted', 'pending', 'unknown')`,
        )
        .get(marketplace, requestDigest);
      return row && fromRow(row);
    },

    /** Every purchase submitted at or after `since`, and every unresolved one however old: what limits count. */
    spentSince(demo: boolean, since: number): Entry[] {
      return db
        .prepare<[number, number], Row>(
          `SELECT * FROM purchases WHERE demo = ? AND submitted_at IS NOT NULL
           AND (submitted_at >= ? OR state IN ('approved', 'submitted', 'pending', 'unknown'))`,
        )
        .all(Number(demo), since)
        .map(fromRow);
    },

    /** Whether a Call of this reference already belongs to a purchase. */
    knowsCall(marketplace: string, callRef: string): boolean {
      return (
        db
          .prepare('SELECT 1 FROM purchases WHERE marketplace = ? AND call_ref = ?')
          .get(marketplace, callRef) !== undefined
      );
    },
  };
}
