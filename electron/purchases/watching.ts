import type { Grant } from '#shared/contract/standing-approvals.ts';
import { isUnresolved, OPEN_STATES, UNRESOLVED_STATES } from '#shared/purchase/state.ts';
import { whyNotUnattended } from './journal/charge-alarms.ts';
import { stateMessage } from './journal/messages.ts';
import type { Uses } from './journal/purchase-context.ts';
import type { StandingApprovals } from './journal/standing-approvals.ts';
import { waitsFor } from './ordering/purchase-account.ts';

/** What the watchlist needs to know about purchases. */
export const purchaseWatching = (
  context: Uses<'journal' | 'accountContext' | 'busy'>,
  standing: StandingApprovals,
  grants: {
    endThoseOver: () => void;
    inForce: () => Grant[];
    isUnfinished: (grantId: string) => boolean;
  },
) => ({
  grants(): Grant[] {
    grants.endThoseOver();
    return grants.inForce();
  },
  isUnfinished: grants.isUnfinished,
  /** Unsettled purchases, which are not bought again; `underWay`: being polled now. */
  open: (): { purchaseId: string; toolId: string; input: Record<string, unknown>; underWay: boolean }[] =>
    context.journal
      .inStates(UNRESOLVED_STATES)
      .filter(({ marketplace }) => marketplace === context.accountContext().marketplace)
      .map(({ id, toolId, input }) => ({ purchaseId: id, toolId, input, underWay: context.busy.has(id) })),
  /**
   * Whether a scheduled refresh would interfere: a purchase or an unsettled permitted one, a waiting quote, or an
   * unseen charge alarm.
   */
  busy: (): boolean =>
    whyNotUnattended(context) !== null ||
    standing.inForce('batch').length > 0 ||
    context.journal
      .inStates(OPEN_STATES)
      .some(({ state, grantId }) => !isUnresolved(state) || grantId !== null),
  outcome(purchaseId: string): {
    state: 'open' | 'bought' | 'failed';
    words: string;
    code: string | null;
    retryAfterMs: number | null;
  } {
    const purchase = context.journal.must(purchaseId);
    const { code = null, retryAfterMs = null } = purchase.refusal ?? {};
    const said = { words: stateMessage(purchase, waitsFor(context, purchase)), code, retryAfterMs };
    if (isUnresolved(purchase.state) || purchase.state === 'quoting') return { state: 'open', ...said };
    return { state: purchase.state === 'completed' ? 'bought' : 'failed', ...said };
  },
});
