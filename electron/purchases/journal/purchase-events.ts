import { type Actor, PURCHASE_STATES, type PurchaseState } from '#shared/purchase/state.ts';
import { LEFT_OUT, withoutLargeParts } from '../../marketplace/outside/bounded.ts';
import type { DatabaseConnection } from '../../storage/open.ts';
import type { Entry } from './entry.ts';

/** Evidence for the history, which changes nothing of the purchase. */
export type Note = { event: string; by: Actor; words: string; requestId?: string | null; detail?: unknown };

/** One line of a purchase's history; `detail` is its stored JSON text. */
export type TimelineEntry = {
  at: number;
  event: string;
  by: Actor;
  state: PurchaseState;
  words: string;
  requestId: string | null;
  detail: string | null;
};

/**
 * Marks a purchase whose order came with a backup. Nothing done here proves that the user approved it, since anyone
 * who supplies a file can write one. Only merging a backup writes this event, and never copies it.
 */
export const ORDER_RESTORED = 'order_restored';

/** Events after which it is unknown whether the order arrived. */
export const LOST: readonly string[] = ['submitted', 'answer_lost', 'outcome_unknown'];

/** A line whose state or actor is damaged is shown as the least certain one; its words and its answer stay. */
const readable = (line: TimelineEntry): TimelineEntry => ({
  ...line,
  state: PURCHASE_STATES.includes(line.state) ? line.state : 'unknown',
  by: ACTORS.includes(line.by) ? line.by : 'main',
});
const ACTORS: readonly Actor[] = ['user', 'main', 'service', 'clock'];

/** What a line holds of an answer, in characters of its JSON. */
const LONGEST = 512 * 1024;

/** A detail without what is too large of it: of an answer first, and what is Milepost's own beside it last. */
function detailText(detail: unknown): string {
  for (const deepest of [undefined, 0]) {
    const text = JSON.stringify(withoutLargeParts(detail, deepest));
    if (text.length <= LONGEST) return text;
  }
  return JSON.stringify(LEFT_OUT);
}

/** The table of what happened to each purchase: lines are added, and never changed. */
export function openHistory(db: DatabaseConnection, now: () => number) {
  const insert = db.prepare(
    `INSERT INTO purchase_events (purchase_id, at, event, actor, state, words, request_id, detail)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const select = db.prepare<[string], TimelineEntry>(
    `SELECT at, event, actor AS by, state, words, request_id AS requestId, detail
     FROM purchase_events WHERE purchase_id = ? ORDER BY id`,
  );
  return {
    add(
      { id, state }: Pick<Entry, 'id' | 'state'>,
      { event, by, words, requestId = null, detail }: Note,
    ): void {
      const text = detail === undefined ? null : detailText(detail);
      insert.run(id, now(), event, by, state, words, requestId, text);
    },
    /** As stored, in the order in which it happened. */
    stored: (id: string): TimelineEntry[] => select.all(id),
    /** The same, where every line can be shown. */
    of: (id: string): TimelineEntry[] => select.all(id).map(readable),
  };
}
