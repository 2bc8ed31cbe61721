import { fail } from '#shared/contract/failure.ts';
import { isUnresolved, type PurchaseState } from '#shared/purchase/state.ts';
import type { Merging } from '../../backup/part.ts';
import { columnsOf, type StoredRow } from '../../backup/rows.ts';
import { copyOutputs } from '../../outputs/backup.ts';
import { openJournal } from '../journal/journal.ts';
import { ORDER_RESTORED } from '../journal/purchase-events.ts';
import { loweredBy } from './contents.ts';
import { abandonsOpenOrder, lowersSpending, progressOf } from './counted-less.ts';
import { knowsMore } from './later-purchase.ts';
import { validPurchase } from './valid-purchase.ts';

export type MergedPurchases = {
  /** Purchases that were not here, and how many of them are quotes that were not bought. */
  added: string[];
  quotes: number;
  /** Purchases replaced by the backup's copy. */
  replaced: string[];
  settled: number;
  unresolved: number;
  /** Of these, orders at another machine's demo. */
  unresolvedDemo: number;
  voided: number;
  /** Purchases kept as they are here, because less would count as spent otherwise. */
  heldBack: number;
};

/** Columns that identify a purchase; two copies cannot differ in them. */
const SAME = ['marketplace', 'demo', 'tool_ref', 'input', 'request_digest'] as const;
/** Columns that one copy may lack, but that cannot differ. */
const SAME_ONCE_KNOWN = ['quote_ref', 'idempotency_key', 'call_ref', 'price', 'ceiling'] as const;
/** Columns that are never replaced: they name the purchase, belong to this file, or decide which limits apply. */
const NEVER_REPLACED = new Set<string>([
  ...SAME,
  'id',
  'tool_id',
  'tool_title',
  'provider_name',
  'title',
  'interpretation',
  'key_mark',
  'batch_id',
  'grant_id',
  'run_id',
  'continues_run',
  'restored_beside',
  'created_at',
]);

const contradiction = (id: unknown): never =>
  fail(
    'contradicts',
    `The backup says something else of purchase ${String(id)} than what is stored here. Nothing was changed.`,
    { purchaseId: String(id) },
  );

const OTHER_DEMO =
  'It was ordered from the demo marketplace of another machine, which cannot be asked from here. Send the same order again: the demo here does not know it and refuses it, which settles it. It is not money.';

const EVENT = 'at, event, actor, state, words, request_id, detail';

/**
 * Merges a backup's purchases with their histories and outputs, by id. Nothing here is lost: only a copy that knows
 * more replaces another. Open ones arrive in their present state: quotes are void, orders without an answer unknown,
 * and are settled by polling as usual.
 */
export function mergePurchases({
  storage,
  db,
  now,
  from,
  report,
  mayLower: confirmed,
  demoFiledUnder,
}: Merging): MergedPurchases {
  const mayLower = confirmed > 0 && loweredBy(db) <= confirmed;
  const journal = openJournal(storage, now);
  const columns = columnsOf(db, 'purchases');
  const rows = db
    .prepare<[], string>('SELECT id FROM other.purchases ORDER BY created_at, rowid')
    .pluck()
    .all();
  const there = db.prepare<[string], StoredRow>('SELECT * FROM other.purchases WHERE id = ?');
  const here = db.prepare<[string], StoredRow>('SELECT * FROM main.purchases WHERE id = ?');
  const insert = db.prepare(
    `INSERT INTO main.purchases (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  const progress = columns.filter((column) => !NEVER_REPLACED.has(column));
  const replace = db.prepare(
    `UPDATE main.purchases SET ${progress.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`,
  );
  /** A quote's reference may recur, an order's key never. */
  const inUse = db.prepare<[string | null, string]>(
    'SELECT 1 FROM main.purchases WHERE idempotency_key = ? AND id <> ?',
  );
  const answered = db.prepare<[string]>('SELECT 1 FROM other.outputs WHERE purchase_id = ?');
  const copyEvents = db.prepare(
    `INSERT INTO main.purchase_events (purchase_id, ${EVENT})
     SELECT purchase_id, ${EVENT} FROM other.purchase_events WHERE purchase_id = ? ORDER BY id`,
  );
  const copyNewEvents = db.prepare(
    `INSERT INTO main.purchase_events (purchase_id, ${EVENT})
     SELECT purchase_id, ${EVENT} FROM other.purchase_events o WHERE purchase_id = ? AND NOT EXISTS (
       SELECT 1 FROM main.purchase_events e WHERE e.purchase_id = o.purchase_id AND e.at = o.at AND e.event = o.event
         AND e.actor = o.actor AND e.state = o.state AND e.words = o.words AND e.detail IS o.detail)
       AND event <> '${ORDER_RESTORED}' ORDER BY o.id`,
  );
  const copyOutput = copyOutputs(db);
  const merged: MergedPurchases = {
    added: [],
    replaced: [],
    settled: 0,
    unresolved: 0,
    quotes: 0,
    unresolvedDemo: 0,
    voided: 0,
    heldBack: 0,
  };

  const checked = (row: StoredRow): StoredRow & { id: string; state: PurchaseState } => {
    const read = validPurchase.safeParse(row);
    if (!read.success)
      fail(
        'damaged_backup',
        'A purchase in this backup cannot be read. Nothing was changed. Use another copy of it.',
      );
    return { ...row, id: read.data.id, state: read.data.state };
  };

  function add(row: StoredRow & { id: string; state: PurchaseState }): void {
    const { id, marketplace, idempotency_key: key } = row;
    if (inUse.get(asText(key), id) !== undefined) contradiction(id);
    const beside =
      isUnresolved(row.state) &&
      journal.openPurchaseOf(String(marketplace), String(row.request_digest)) !== undefined
        ? id
        : null;
    const otherDemo = row.demo === 1 && row.marketplace === demoFiledUnder;
    // Only `unknown` can be sent again, the only way to settle an order that no service here knows.
    const state = otherDemo && row.state === 'pending' ? 'unknown' : row.state;
    const values: StoredRow = { ...row, state, run_id: null, continues_run: null, restored_beside: beside };
    insert.run(...columns.map((column) => values[column] ?? null));
    copyEvents.run(id);
    copyOutput(id);
    merged.added.push(id);
    if (row.submitted_at === null) merged.quotes += 1;
    if (asText(key) !== null) noteForeignOrder(id);
    recordArrival(id, state);
    if (!otherDemo || !isUnresolved(journal.must(id).state)) return;
    merged.unresolvedDemo += 1;
    journal.note(id, { event: 'restored', by: 'main', words: OTHER_DEMO });
  }

  const noteForeignOrder = (id: string) =>
    journal.note(id, {
      event: ORDER_RESTORED,
      by: 'main',
      words: `Its order came with ${from}; it was not written down here.`,
    });

  /** Records the present state of a purchase that was open in the backup. */
  function recordArrival(id: string, state: PurchaseState): void {
    switch (state) {
      case 'quoting':
        journal.record(id, {
          event: 'quote_failed',
          words: `Restored from ${from}, made before the quote came. Nothing was bought.`,
        });
        return;
      case 'quoted':
      case 'approved':
        journal.record(id, {
          event: 'voided',
          words: `Restored from ${from}: a quote is not taken over to another place. Ask for a new one.`,
        });
        merged.voided += 1;
        return;
      case 'submitted':
        journal.record(id, {
          event: 'answer_lost',
          words: `Restored from ${from}, made before an answer came. It may have been charged, so it is looked for at the service.`,
          changes: { nextPollAt: now() },
        });
        merged.unresolved += 1;
        return;
      default:
        if (!isUnresolved(state)) {
          journal.note(id, { event: 'restored', by: 'user', words: `Restored from ${from}.` });
          return;
        }
        journal.note(id, {
          event: 'restored',
          by: 'user',
          words: `Restored from ${from}. It is not settled, so it counts as spent until the service says how it stands.`,
        });
        journal.amend(id, { nextPollAt: now() });
        merged.unresolved += 1;
    }
  }

  function meet(row: StoredRow & { id: string; state: PurchaseState }, known: StoredRow): void {
    const { id } = row;
    if (SAME.some((column) => known[column] !== row[column])) contradiction(id);
    if (
      SAME_ONCE_KNOWN.some(
        (column) => known[column] !== null && row[column] !== null && known[column] !== row[column],
      )
    )
      contradiction(id);
    // A crash left an approval without an order: nothing was sent under it.
    if (row.state === 'approved' || !knowsMore(progressOf(row), progressOf(known))) return;
    if (row.state === 'completed' && isUnresolved(known.state as PurchaseState) && !answered.get(id)) {
      // Without this poll, the paid result would never be fetched: the service still has it.
      journal.amend(id, { nextPollAt: now() });
      return;
    }
    if (
      !mayLower &&
      (lowersSpending(row, known) || abandonsOpenOrder(row.state, known.state as PurchaseState))
    ) {
      // Only the service knows: it is polled as soon as possible.
      if (isUnresolved(known.state as PurchaseState)) journal.amend(id, { nextPollAt: now() });
      merged.heldBack += 1;
      return;
    }
    if (inUse.get(asText(row.idempotency_key), id) !== undefined) contradiction(id);
    const before = known.state as PurchaseState;
    // The order in progress here keeps its state; only its known facts grow.
    const state = row.state === 'submitted' ? 'unknown' : row.state;
    const opens = isUnresolved(state) && !isUnresolved(before);
    const other = opens
      ? journal.openPurchaseOf(String(row.marketplace), String(row.request_digest))
      : undefined;
    if (other !== undefined)
      db.prepare('UPDATE main.purchases SET restored_beside = id WHERE id = ?').run(id);
    const values: StoredRow = { ...row, state };
    for (const column of SAME_ONCE_KNOWN) values[column] = known[column] ?? row[column] ?? null;
    values.account = known.account ?? row.account ?? null;
    values.submitted_at = known.submitted_at ?? row.submitted_at ?? null;
    values.attempts = Math.max(Number(known.attempts), Number(row.attempts));
    if (isUnresolved(state)) values.next_poll_at = now();
    replace.run(...progress.map((column) => values[column] ?? null), id);
    copyNewEvents.run(id);
    copyOutput(id);
    if (known.idempotency_key === null && asText(row.idempotency_key) !== null) noteForeignOrder(id);
    journal.note(id, {
      event: 'restored',
      by: 'user',
      words: `${from[0]?.toUpperCase()}${from.slice(1)} knew more of it, which was taken over.`,
    });
    merged.replaced.push(id);
    if (isUnresolved(before) && !isUnresolved(state)) merged.settled += 1;
    if (isUnresolved(state)) merged.unresolved += 1;
  }

  rows.forEach((id, place) => {
    if (place % 200 === 0) report('Purchases', place, rows.length);
    const row = checked(there.get(id) ?? {});
    const known = here.get(id);
    if (known === undefined) add(row);
    else meet(row, known);
  });
  return merged;
}

const asText = (value: StoredRow[string] | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
