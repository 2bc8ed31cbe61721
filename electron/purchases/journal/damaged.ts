import { type Amount, amountSchema } from '#shared/money.ts';
import { isUnresolved, PURCHASE_STATES, type PurchaseState, sqlStates } from '#shared/purchase/state.ts';
import { amountOfColumn } from '../../storage/json-of-column.ts';
import type { CountedEntry, StoredField } from './entry.ts';

/**
 * Purchases that the data file's indexes by state, time and demo do not find, since just those are damaged.
 * Exactly the condition of the index `purchases_damaged`, which SQLite needs to use it.
 */
export const DAMAGED = `(state NOT IN ${sqlStates(PURCHASE_STATES)}
  OR (idempotency_key IS NOT NULL AND submitted_at IS NULL) OR submitted_at <= 0
  OR demo NOT IN (0, 1))`;

/** A line of history, as far as it is needed here; `detail` is its stored JSON text. */
type Line = { at: number; event: string; state: string; detail: string | null };

/**
 * A damaged purchase with what its history states in place of what cannot be read: its state, its time, and the most
 * that was approved. `lines` is its history, oldest first.
 * @param standing the most that the standing approval which it belongs to allowed for it, as stored; null for none
 */
export function completedFromHistory<Read extends CountedEntry>(
  entry: Read,
  lines: readonly Line[],
  standing: string | null,
): Read {
  const damaged = new Set<StoredField>(entry.damaged);
  const completed = { ...entry };
  const sent = lines.find(({ event }) => event === 'submitted');
  const hasOrder = entry.idempotencyKey !== null || entry.submittedAt !== null || sent !== undefined;
  if (damaged.has('createdAt')) completed.createdAt = lines[0]?.at ?? 0;
  if (damaged.has('submittedAt') && hasOrder) completed.submittedAt = sent?.at ?? completed.createdAt;
  if (damaged.has('state')) completed.state = stateIn(lines) ?? (hasOrder ? 'unknown' : 'void');
  // Counted where it counts most.
  if (damaged.has('demo')) completed.demo = false;
  if (damaged.has('price') || damaged.has('ceiling')) {
    const approved = approvedIn(lines) ?? { price: amountOfColumn(standing), ceiling: null };
    if (damaged.has('price')) completed.price = approved.price ?? entry.ceiling;
    if (damaged.has('ceiling')) completed.ceiling = approved.ceiling;
  }
  if (damaged.has('chargeOddity'))
    completed.chargeOddity = { kind: 'not_understood', known: 'what was stated is damaged in the data file' };
  return completed;
}

/** The latest state that the history names. */
const stateIn = (lines: readonly Line[]): PurchaseState | undefined =>
  lines
    .map(({ state }) => PURCHASE_STATES.find((known) => known === state))
    .findLast((state) => state !== undefined);

/** What was approved, from the line that records it. */
function approvedIn(lines: readonly Line[]): { price: Amount | null; ceiling: Amount | null } | null {
  for (const { event, detail } of lines.toReversed()) {
    if (!event.startsWith('approved') || detail === null) continue;
    try {
      const { terms, ceiling } = JSON.parse(detail) as { terms?: { price?: unknown }; ceiling?: unknown };
      const read = (value: unknown) => amountSchema.safeParse(value).data ?? null;
      return { price: read(terms?.price), ceiling: read(ceiling) };
    } catch {
      // Damaged as well: an earlier approval says it, or nothing does.
    }
  }
  return null;
}

/** Whether a damaged purchase may have cost something: then it counts in full, whatever its state says. */
export const mayHaveCost = ({ state, submittedAt, idempotencyKey }: CountedEntry): boolean =>
  isUnresolved(state) || submittedAt !== null || idempotencyKey !== null;

/** Whether nothing that is stored says what a purchase may have cost: it counts as the limit for one Call. */
export const hasNoAmount = (entry: CountedEntry): boolean =>
  mayHaveCost(entry) && entry.price === null && entry.ceiling === null && entry.charged === null;

/** How many purchases have no amount: a total of amounts is the least that was spent where there are any. */
export const unreadAmong = (entries: readonly CountedEntry[]): number => entries.filter(hasNoAmount).length;

const LABELS: Partial<Record<StoredField, string>> = {
  state: 'state',
  demo: 'whether it was the demo',
  input: 'request',
  price: 'price',
  ceiling: 'maximum price',
  priceBefore: 'earlier price',
  charged: 'charge',
  chargeOddity: 'what is odd about the charge',
  authorisation: 'what was authorised',
  normalizedInput: 'request as the service read it',
  receipt: 'receipt',
  refusal: 'reason of the refusal',
  submittedAt: 'time of the order',
  createdAt: 'time',
};

/** What of a purchase cannot be read and what follows, in sentences; empty where all can be. */
export function damageMessage(entry: CountedEntry): string {
  if (entry.damaged === undefined) return '';
  const named = entry.damaged.map((field) => LABELS[field] ?? field).join(', ');
  const counts = hasNoAmount(entry)
    ? ' Nothing stored says what it may have cost, so it counts as your limit for one Call.'
    : mayHaveCost(entry)
      ? ' It counts in full.'
      : '';
  return `Damaged in the data file: ${named} cannot be read.${counts}`;
}
