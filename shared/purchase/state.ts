/**
 * The states of a purchase: a Quote, its approval and its Call. Pure: `advance` returns the state that follows an
 * event, or why it may not happen. Only the main process applies it, in the same transaction that writes the journal.
 * Drawn in docs/purchases.md.
 */

/**
 * Every state with its properties. `group`: how lists show it; only the unresolved may have cost money, and only they
 * and the quoted are still open. `command`: the status of a command that may have been sent.
 */
const STATES = {
  /** A quote was requested. */
  quoting: { group: 'quoted', command: null },
  /** There is no quote: refused, failed or unreadable. */
  not_quoted: { group: 'failed', command: null },
  /** A committed quote awaits the user's decision. */
  quoted: { group: 'quoted', command: null },
  /** The user discarded it. */
  discarded: { group: 'let-go', command: null },
  /** The quote ended before it was approved. */
  expired: { group: 'let-go', command: null },
  /** The user approved exactly this quote; nothing has been sent yet. */
  approved: { group: 'unresolved', command: null },
  /** The approval became invalid before anything was sent: key, account, origin, quote or limits changed. */
  void: { group: 'let-go', command: null },
  /** The command is in the journal and may have been sent; no answer yet. */
  submitted: { group: 'unresolved', command: 'unanswered' },
  /** The command provably never reached the service. */
  not_sent: { group: 'failed', command: null },
  /** The service accepted the Call and is working on it. */
  pending: { group: 'unresolved', command: 'accepted' },
  /** It may have been charged; only evidence from the service can settle it. */
  unknown: { group: 'unresolved', command: 'lost' },
  /** The output has arrived. */
  completed: { group: 'completed', command: null },
  /** The service refused the Call; a receipt may still show a charge. */
  refused: { group: 'failed', command: null },
  /** The service cancelled the Call. */
  cancelled: { group: 'failed', command: null },
} as const satisfies Record<
  string,
  {
    group: 'quoted' | 'unresolved' | 'completed' | 'failed' | 'let-go';
    command: 'unanswered' | 'accepted' | 'lost' | null;
  }
>;

export type PurchaseState = keyof typeof STATES;
export type StateGroup = (typeof STATES)[PurchaseState]['group'];
export const PURCHASE_STATES = Object.keys(STATES) as readonly PurchaseState[];

type StatesOf<Group extends StateGroup> = {
  [State in PurchaseState]: (typeof STATES)[State]['group'] extends Group ? State : never;
}[PurchaseState];

/** The states of one group, in their order. */
export const statesIn = <Group extends StateGroup>(group: Group): readonly StatesOf<Group>[] =>
  PURCHASE_STATES.filter((state): state is StatesOf<Group> => STATES[state].group === group);

/** Who may cause an event. */
export type Actor = 'user' | 'main' | 'service' | 'clock';

/** Every event, who may cause it, and the state that follows in each state in which it may happen. */
const EVENTS = {
  quote_committed: { by: 'service', from: { quoting: 'quoted' } },
  quote_refused: { by: 'service', from: { quoting: 'not_quoted' } },
  quote_failed: { by: 'main', from: { quoting: 'not_quoted' } },
  discarded: { by: 'user', from: { quoted: 'discarded' } },
  expired: { by: 'clock', from: { quoted: 'expired' } },
  approved: { by: 'user', from: { quoted: 'approved' } },
  /** One page of several that the user approved together with one ceiling. */
  approved_in_batch: { by: 'main', from: { quoted: 'approved' } },
  /** Under a dated, revocable permission that the user gave. */
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
  /** The service itself states that it does not know. */
  outcome_unknown: { by: 'service', from: { submitted: 'unknown', pending: 'unknown', unknown: 'unknown' } },
  /**
   * The service declined a repeated order whose first sending may have arrived. This does not show that nothing was
   * charged: the first may have consumed the quote.
   */
  order_declined: { by: 'service', from: { submitted: 'unknown', unknown: 'unknown' } },
  /** No readable answer came back to a command that may have arrived. */
  answer_lost: { by: 'main', from: { submitted: 'unknown', pending: 'pending', unknown: 'unknown' } },
  /** The user repeats the identical command with its original idempotency key (§7.3). */
  resumed: { by: 'user', from: { unknown: 'unknown' } },
  /** The user asks the service to cancel; only its answer changes anything. */
  cancel_requested: { by: 'user', from: { pending: 'pending' } },
  /** The service now states another charge for a settled Call than before: a refund, a correction. */
  charge_revised: {
    by: 'service',
    from: { completed: 'completed', refused: 'refused', cancelled: 'cancelled' },
  },
  /** The user has seen that the charge shown is not what was approved. */
  charge_seen: {
    by: 'user',
    from: {
      submitted: 'submitted',
      pending: 'pending',
      unknown: 'unknown',
      completed: 'completed',
      refused: 'refused',
      cancelled: 'cancelled',
    },
  },
  /** The service requested a wait (429) and did not accept the command; it will be repeated identically. */
  wait_requested: { by: 'service', from: { submitted: 'submitted', unknown: 'unknown' } },
} as const satisfies Record<string, { by: Actor; from: Partial<Record<PurchaseState, PurchaseState>> }>;

export type PurchaseEvent = keyof typeof EVENTS;
export const PURCHASE_EVENTS = Object.keys(EVENTS) as PurchaseEvent[];

export type Advance = { ok: true; state: PurchaseState } | { ok: false; reason: string };

/** The state after `event` in `state`; a refusal gives the reason. */
export function advance(state: PurchaseState, event: PurchaseEvent): Advance {
  const { from }: { from: Partial<Record<PurchaseState, PurchaseState>> } = EVENTS[event];
  const next = from[state];
  if (next === undefined)
    return { ok: false, reason: `${event} cannot happen to a purchase that is ${state}` };
  return { ok: true, state: next };
}

/** Whether its Call is over, so that only the charge can still change. */
export const isSettled = (state: PurchaseState): boolean => Object.hasOwn(EVENTS.charge_revised.from, state);

/** Who causes an event. */
export const actorOf = (event: PurchaseEvent): Actor => EVENTS[event].by;

/** States in which money may already be on its way: they block the same request and count as spent in full. */
export const UNRESOLVED_STATES = statesIn('unresolved');
export type UnresolvedState = StatesOf<'unresolved'>;

export const isUnresolved = (state: PurchaseState): state is UnresolvedState =>
  (UNRESOLVED_STATES as readonly string[]).includes(state);

/** States with a possible successor. */
export const OPEN_STATES: readonly PurchaseState[] = [...statesIn('quoted'), ...UNRESOLVED_STATES];

/** States without a successor. */
export const FINAL_STATES = PURCHASE_STATES.filter((state) => !OPEN_STATES.includes(state));

/** States whose command may have been sent and is not settled. */
export const SENT_STATES = PURCHASE_STATES.filter((state) => STATES[state].command !== null);

/** States in which the service can be polled about the Call. */
export const POLLED_STATES = SENT_STATES.filter((state) => STATES[state].command !== 'unanswered');

export const isPolled = (state: PurchaseState): boolean => POLLED_STATES.includes(state);

/** States as a list in SQL: `('approved', 'submitted')`. */
export const sqlStates = (states: readonly PurchaseState[]): string =>
  `(${states.map((state) => `'${state}'`).join(', ')})`;
