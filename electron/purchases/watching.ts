import type { Grant } from '#shared/contract/standing-approvals.ts';
import { isUnresolved } from '#shared/purchase/state.ts';
import type { Room } from './room.ts';
import type { StandingApprovals } from './standing.ts';
import { stateWords } from './words.ts';

/** What the watchlist needs to know of purchases. */
export const watching = (
  room: Room,
  standing: StandingApprovals,
  grants: { endThoseOver: () => void; inForce: () => Grant[] },
) => ({
  grants(): Grant[] {
    grants.endThoseOver();
    return grants.inForce();
  },
  /** What is not settled, and so not bought again; `underWay`: the service is being asked about it at this moment. */
  open: (): { purchaseId: string; input: Record<string, unknown>; underWay: boolean }[] =>
    room.journal
      .inStates(['approved', 'submitted', 'pending', 'unknown'])
      .filter(({ marketplace }) => marketplace === room.ground().marketplace)
      .map(({ id, input }) => ({ purchaseId: id, input, underWay: room.busy.has(id) })),
  /**
   * Whether something is being bought, a quote waits for the person, or something bought under a permission is not
   * settled: a look by itself would get in the way.
   */
  busy: (): boolean =>
    standing.inForce('batch').length > 0 ||
    room.journal
      .inStates(['quoting', 'quoted', 'approved', 'submitted', 'pending', 'unknown'])
      .some(({ state, grantId }) => !isUnresolved(state) || grantId !== null),
  outcome(purchaseId: string): { state: 'open' | 'bought' | 'failed'; words: string } {
    const purchase = room.journal.must(purchaseId);
    const words = stateWords(purchase);
    if (isUnresolved(purchase.state) || purchase.state === 'quoting') return { state: 'open', words };
    return { state: purchase.state === 'completed' ? 'bought' : 'failed', words };
  },
});
