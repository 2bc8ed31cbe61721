/**
 * The life of a purchase: a Quote, its approval and its Call. Pure: `advance` says what an event makes of a state, or
 * why it may not happen. Only the main process applies it, in the same transaction that writes the journal.
 * Drawn in docs/purchases.md.
 */

export const PURCHASE_STATES = [
  'quoting', // a quote was asked for
  'not_quoted', // no quote came: refused, failed or unreadable
  'quoted', // a committed quote waits for the person
  'discarded', // the person let it go
  'expired', // the quote ended before it was approved, or its approval before it was submitted
  'approved', // the person approved exactly this quote; nothing has left yet
  'void', // the approval lost its ground before anything left: key, account, origin, quote or limits changed
  'submitted', // the command is in the journal and may have left; no answer yet
  'not_sent', // the command provably never reached the service
  'pending', // the service took the Call and works on it
  'unknown', // it may have been charged; only evidence from the service can settle it
  'completed', // the output is here
  'refused', // the service refused the Call; a receipt may still show a charge
  'cancelled', // the service cancelled the Call
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** Who may cause an event. */
export type Actor = 'person' | 'main' | 'service' | 'clock';

/** Every event, by whom it may be caused, and what it makes of each state in which it may happen. */
const EVENTS = {
  quote_committed: { by: 'service', from: { quoting: 'quoted' } },
  quote_refused: { by: 'service', from: { quoting: 'not_quoted' } },
  quote_failed: { by: 'main', from: { quoting: 'not_quoted' } },
  discarded: { by: 'person', from: { quoted: 'discarded' } },
  expired: { by: 'clock', from: { quoted: 'expired', approved: 'expired' } },
  approved: { by: 'person', from: { quoted: 'approved' } },
  /** One page of several that the person approved as one act with one ceiling. */
  approved_in_batch: { by: 'main', from: { quoted: 'approved' } },
  /** Under a dated, revocable permission that the person gave. */
  approved_by_grant: { by: 'main', from: { quoted: 'approved' } },
  voided: { by: 'main', from: { quoted: 'void', approved: 'void' } },
  submitted: { by: 'main', from: { approved: 'submitted' } },
  never_left: { by: 'main', from: { submitted: 'not_sent' } },
  acknowledged: {
    by: 'service',
    from: { submitted: 'pending', pending: 'pending', unknown: 'pending' },
  },
  completed: {
    by: 'service',
    from: { submitted: 'completed', pending: 'completed', unknown: 'completed' },
  },
  refused: { by: 'service', from: { submitted: 'refused', pending: 'refused', unknown: 'refused' } },
  cancelled: { by: 'service', from: { submitted: 'cancelled', pending: 'cancelled', unknown: 'cancelled' } },
  /** The service itself says that it does not know. */
  outcome_unknown: { by: 'service', from: { submitted: 'unknown', pending: 'unknown', unknown: 'unknown' } },
  /** No readable answer came back to a command that may have arrived. */
  answer_lost: { by: 'main', from: { submitted: 'unknown', pending: 'pending', unknown: 'unknown' } },
  /** The person repeats the identical command with its original idempotency key (§7.3). */
  resumed: { by: 'person', from: { submitted: 'submitted', unknown: 'unknown' } },
  /** The person asks the service to cancel; only its answer changes anything. */
  cancel_asked: { by: 'person', from: { pending: 'pending' } },
  /** The service now tells another charge for a settled Call than before: a refund, a correction. */
  charge_revised: {
    by: 'service',
    from: { completed: 'completed', refused: 'refused', cancelled: 'cancelled' },
  },
  /** The service asked to wait (429) and did not take the command; it will be repeated identically. */
  asked_to_wait: { by: 'service', from: { submitted: 'submitted', unknown: 'unknown' } },
} as const satisfies Record<string, { by: Actor; from: Partial<Record<PurchaseState, PurchaseState>> }>;

export type PurchaseEvent = keyof typeof EVENTS;
export const PURCHASE_EVENTS = Object.keys(EVENTS) as PurchaseEvent[];

export type Advance = { ok: true; state: PurchaseState } | { ok: false; reason: string };

/** What `event`, caused by `actor`, makes of a purchase in `state`; a refusal names the reason. */
export function advance(state: PurchaseState, event: PurchaseEvent, actor: Actor): Advance {
  const rule: { by: Actor; from: Partial<Record<PurchaseState, PurchaseState>> } = EVENTS[event];
  if (rule.by !== actor)
    return { ok: false, reason: `${event} may be caused by ${rule.by}, not by ${actor}` };
  const next = rule.from[state];
  if (next === undefined)
    return { ok: false, reason: `${event} cannot happen to a purchase that is ${state}` };
  return { ok: true, state: next };
}

/** The actor whose event it is. */
export const actorOf = (event: PurchaseEvent): Actor => EVENTS[event].by;

/** States in which money may already be on its way: they block the same request and count as spent in full. */
export const UNRESOLVED_STATES = ['approved', 'submitted', 'pending', 'unknown'] as const;
export type UnresolvedState = (typeof UNRESOLVED_STATES)[number];

export const isUnresolved = (state: PurchaseState): state is UnresolvedState =>
  (UNRESOLVED_STATES as readonly string[]).includes(state);

/** The events that let money go: each is an act of the person, or stands under one that was recorded before. */
export const APPROVALS = [
  'approved',
  'approved_in_batch',
  'approved_by_grant',
] as const satisfies readonly PurchaseEvent[];

/** States that nothing leaves. */
export const FINAL_STATES = [
  'not_quoted',
  'discarded',
  'expired',
  'void',
  'not_sent',
  'completed',
  'refused',
  'cancelled',
] as const satisfies readonly PurchaseState[];
