import {
  type Actor,
  actorOf,
  advance,
  isUnresolved,
  OPEN_STATES,
  PURCHASE_STATES,
  type PurchaseEvent,
  type PurchaseState,
  sqlStates,
  UNRESOLVED_STATES,
} from '#shared/purchase/state.ts';
import type { Storage } from '../../storage/open.ts';
import { completedFromHistory, DAMAGED } from './damaged.ts';
import {
  type Changes,
  COLUMNS,
  COUNTED_COLUMNS,
  type CountedEntry,
  type Entry,
  FIELDS,
  fromCountedRow,
  fromRow,
  type PurchaseRow,
  type StoredField,
  toColumn,
} from './entry.ts';
import { type Note, openHistory } from './purchase-events.ts';

/** Events by which the service says anew how a Call stands: what it refused or failed before counts no longer. */
const SAYS_HOW_IT_STANDS = new Set<string>(['acknowledged', 'completed', 'outcome_unknown', 'cancelled']);

export type Happening = {
  event: PurchaseEvent;
  words: string;
  requestId?: string | null;
  detail?: unknown;
  changes?: Changes;
};

/** The state machine refused an event: a bug or a lost race. Nothing is written. */
export class IllegalEventError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'IllegalEventError';
  }
}

const UNRESOLVED = sqlStates(UNRESOLVED_STATES);
/** The exact condition of the index of open purchases, which SQLite needs to use it. */
const NOT_OVER = `state IN ${sqlStates(OPEN_STATES)}`;

/** Those whose time is damaged by the time of their quote. */
const SENT_BETWEEN = `FROM purchases WHERE rowid IN (
    SELECT rowid FROM purchases WHERE demo = ? AND submitted_at >= ? AND submitted_at < ?
    UNION SELECT rowid FROM purchases WHERE ${DAMAGED} AND demo = ? AND idempotency_key IS NOT NULL
      AND (submitted_at IS NULL OR submitted_at <= 0) AND created_at >= ? AND created_at < ?)
  ORDER BY submitted_at, rowid`;

const sentBetween = (demo: boolean, from: number, until: number): number[] => [
  Number(demo),
  from,
  until,
  Number(demo),
  from,
  until,
];

export type Journal = ReturnType<typeof openJournal>;

/**
 * The journal in the data file. Every change of a purchase goes through `record`, which consults the state machine
 * and writes change and event in one transaction.
 */
export function openJournal(storage: Storage, now: () => number) {
  const { db } = storage;
  const history = openHistory(db, now);
  const prepared = new Map<string, ReturnType<typeof db.prepare<unknown[], PurchaseRow>>>();
  /** Compiled once: events change one of few combinations of columns. */
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<unknown[], PurchaseRow>(sql);
    prepared.set(sql, known);
    return known;
  };
  const marks = (values: readonly unknown[]) => values.map(() => '?').join(', ');
  const entries = (sql: string, ...values: unknown[]): Entry[] =>
    statement(sql)
      .all(...values)
      .map(fromRow)
      .map(completed);
  const insertRow = db.prepare(
    `INSERT INTO purchases (${FIELDS.map((field) => COLUMNS[field]).join(', ')}) VALUES (${marks(FIELDS)})`,
  );
  const selectStanding = db
    .prepare<[string], string | null>(
      `SELECT coalesce(a.page_price, a.ceiling) FROM purchases p
       JOIN standing_approvals a ON a.id = coalesce(p.batch_id, p.grant_id) WHERE p.id = ?`,
    )
    .pluck();

  function completed<Read extends CountedEntry>(entry: Read): Read {
    if (entry.damaged === undefined) return entry;
    return completedFromHistory(entry, history.stored(entry.id), selectStanding.get(entry.id) ?? null);
  }

  function get(id: string): Entry | undefined {
    const row = statement('SELECT * FROM purchases WHERE id = ?').get(id);
    return row && completed(fromRow(row));
  }

  function must(id: string): Entry {
    const entry = get(id);
    if (entry === undefined) throw new IllegalEventError(`there is no purchase ${id}`);
    return entry;
  }

  function write(id: string, changes: Partial<Entry>): void {
    const fields = Object.keys(changes) as StoredField[];
    statement(
      `UPDATE purchases SET ${fields.map((field) => `${COLUMNS[field]} = ?`).join(', ')} WHERE id = ?`,
    ).run(...fields.map((field) => toColumn(field, changes[field])), id);
  }

  return {
    get,
    must,

    /** Creates a purchase in the state `quoting`. */
    open(entry: Entry, words: string, by: Actor = 'user'): void {
      storage.transaction(() => {
        insertRow.run(...FIELDS.map((field) => toColumn(field, entry[field])));
        history.add(entry, { event: 'opened', by, words });
      });
    },

    /**
     * Applies an event atomically: the state machine's verdict, the changes and the line of history. A refused event
     * is noted in the purchase's history and throws `IllegalEventError`.
     */
    record(id: string, happening: Happening): Entry {
      const { event, words, requestId = null, detail, changes = {} } = happening;
      const outcome = storage.transaction(() => {
        const before = must(id);
        const verdict = advance(before.state, event);
        if (!verdict.ok) {
          history.add(before, {
            event: 'not_allowed',
            by: 'main',
            words: `Not applied: ${verdict.reason}.`,
            requestId,
            detail: { event, detail },
          });
          return verdict;
        }
        const refusal = SAYS_HOW_IT_STANDS.has(event) ? { refusal: null } : {};
        const next = { ...refusal, ...changes, state: verdict.state, updatedAt: now() };
        write(id, next);
        const after = { ...before, ...next };
        history.add(after, { event, by: actorOf(event), words, requestId, detail });
        return { ok: true as const, after };
      });
      if (!outcome.ok) throw new IllegalEventError(outcome.reason);
      return outcome.after;
    },

    /** Changes fields without an event, such as the time of the next poll. */
    amend(id: string, changes: Changes & Partial<Pick<Entry, 'account' | 'keyMark'>>): void {
      write(id, changes);
    },

    /** Adds evidence to the history without changing the purchase. */
    note: (id: string, evidence: Note): void => history.add(must(id), evidence),

    timeline: history.of,

    /** Open purchases in one of these states, in order of creation. */
    inStates: (states: readonly PurchaseState[]): Entry[] =>
      entries(
        `SELECT * FROM purchases WHERE ${NOT_OVER} AND state IN ${sqlStates(states)} ORDER BY created_at, rowid`,
      ),

    /** The matching purchases, newest first; times are of creation. */
    list(wanted: {
      states?: readonly PurchaseState[] | undefined;
      from?: number | undefined;
      until?: number | undefined;
      demo?: boolean | undefined;
      toolId?: string | undefined;
      currency?: string | undefined;
      limit: number;
    }): { items: Entry[]; total: number } {
      const { states, demo } = wanted;
      const conditions: [string, unknown][] = [
        ['created_at >= ?', wanted.from],
        ['created_at < ?', wanted.until],
        ['demo = ?', demo === undefined ? demo : Number(demo)],
        ['tool_id = ?', wanted.toolId],
        ["CASE WHEN json_valid(price) THEN price ->> '$.currency' END = ?", wanted.currency],
      ];
      const parts: (readonly [string, readonly unknown[]])[] = [
        ...(states === undefined ? [] : [[`state IN (${marks(states)})`, [...states]] as const]),
        ...conditions.flatMap(([text, value]) => (value === undefined ? [] : [[text, [value]] as const])),
      ];
      const where = parts.length === 0 ? '' : `WHERE ${parts.map(([text]) => text).join(' AND ')}`;
      const values = parts.flatMap(([, given]) => given);
      return {
        // Selects ids from an index first, then reads only those rows.
        items: entries(
          `SELECT * FROM purchases WHERE rowid IN (
             SELECT rowid FROM purchases ${where} ORDER BY created_at DESC, rowid DESC LIMIT ?)
           ORDER BY created_at DESC, rowid DESC`,
          ...values,
          wanted.limit,
        ),
        total: Number(statement(`SELECT count(*) AS n FROM purchases ${where}`).get(...values)?.n ?? 0),
      };
    },

    /** The unresolved purchase of the same request at the same marketplace, if any. */
    openPurchaseOf: (marketplace: string, requestDigest: string): Entry | undefined =>
      entries(
        `SELECT * FROM purchases WHERE marketplace = ? AND request_digest = ? AND (state IN ${UNRESOLVED}
           OR state NOT IN ${sqlStates(PURCHASE_STATES)})`,
        marketplace,
        requestDigest,
      ).find(({ state }) => isUnresolved(state)),

    /** The previous quote for the same request. */
    quotedBefore: (entry: Entry): Entry | undefined =>
      entries(
        `SELECT * FROM purchases WHERE marketplace = ? AND request_digest = ? AND created_at <= ? AND id <> ?
         AND price IS NOT NULL ORDER BY created_at DESC, rowid DESC LIMIT 1`,
        entry.marketplace,
        entry.requestDigest,
        entry.createdAt,
        entry.id,
      )[0],

    /** Every purchase submitted at or after `since`, and every unresolved one: what limits count. */
    spentSince: (demo: boolean, since: number): Entry[] =>
      entries(
        `SELECT * FROM purchases WHERE rowid IN (
           SELECT rowid FROM purchases WHERE demo = ? AND submitted_at >= ?
           UNION ALL SELECT rowid FROM purchases WHERE ${NOT_OVER} AND state IN ${UNRESOLVED}
             AND +demo = ? AND +submitted_at IS NOT NULL
           UNION ALL SELECT rowid FROM purchases WHERE ${DAMAGED})`, // by the indexes of what is not over, and damaged
        Number(demo),
        since,
        Number(demo),
      ).filter(
        ({ damaged, ...entry }) =>
          damaged === undefined ||
          // Of both, where it is not known which it is of.
          ((entry.demo === demo || damaged.includes('demo')) &&
            (isUnresolved(entry.state) || (entry.submittedAt ?? 0) >= since)),
      ),

    /** Raw columns of a purchase, as stored. */
    stored: (id: string): PurchaseRow | undefined =>
      statement('SELECT * FROM purchases WHERE id = ?').get(id),

    /**
     * Purchases submitted in a period, oldest first.
     * @param from UTC ms, inclusive
     * @param until exclusive
     */
    sentBetween: (demo: boolean, from: number, until: number): Entry[] =>
      entries(`SELECT * ${SENT_BETWEEN}`, ...sentBetween(demo, from, until)),

    /** As above, with only the fields that totals need. */
    countedBetween: (demo: boolean, from: number, until: number): CountedEntry[] =>
      statement(`SELECT ${COUNTED_COLUMNS} ${SENT_BETWEEN}`)
        .all(...sentBetween(demo, from, until))
        .map(fromCountedRow)
        .map(completed),

    /** Purchases created in a period and never submitted, oldest first. */
    unsentBetween: (demo: boolean, from: number, until: number): Entry[] =>
      entries(
        `SELECT * FROM purchases WHERE demo = ? AND submitted_at IS NULL AND created_at >= ? AND created_at < ?
         AND idempotency_key IS NULL ORDER BY created_at, rowid`,
        Number(demo),
        from,
        until,
      ),

    /** Purchases whose charge may differ from the approval, newest first; the caller decides. */
    chargedOtherwise: (): Entry[] =>
      entries(
        `SELECT * FROM purchases WHERE submitted_at IS NOT NULL
         AND (charge_oddity IS NOT NULL OR (charged IS NOT NULL AND charged IS NOT price))
         ORDER BY submitted_at DESC`,
      ),

    /** Purchases with this quote reference, in order of creation. */
    ofQuote: (marketplace: string, quoteRef: string): Entry[] =>
      entries(
        'SELECT * FROM purchases WHERE marketplace = ? AND quote_ref = ? ORDER BY created_at, rowid',
        marketplace,
        quoteRef,
      ),

    /** Purchases under a standing approval, in order of creation. */
    under: (kind: 'batch' | 'grant', id: string): Entry[] =>
      entries(`SELECT * FROM purchases WHERE ${kind}_id = ? ORDER BY created_at, rowid`, id),

    /** The purchase that a Call belongs to, if any. */
    ofCall: (marketplace: string, callRef: string): Entry | undefined =>
      entries('SELECT * FROM purchases WHERE marketplace = ? AND call_ref = ?', marketplace, callRef)[0],
  };
}
