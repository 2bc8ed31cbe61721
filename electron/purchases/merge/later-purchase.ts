import type { PurchaseState } from '#shared/purchase/state.ts';

/** What tells two copies of one purchase apart: how far each has come. Times in UTC ms. */
export type Progress = {
  state: PurchaseState;
  /** How often the order was sent. */
  attempts: number;
  updatedAt: number;
};

/**
 * How much is known: 0 nothing was approved; 1 it ended before an order; 2 an order whose outcome is open; 3 an order
 * that never left; 4 one that was sent more than once, of which another copy's "never left" says nothing; 5 the service
 * has the Call; 6 the service settled it.
 */
function known({ state, attempts }: Progress): number {
  switch (state) {
    case 'quoting':
    case 'quoted':
      return 0;
    case 'not_quoted':
    case 'discarded':
    case 'expired':
    case 'void':
      return 1;
    case 'approved':
    case 'submitted':
    case 'unknown':
      return attempts > 1 ? 4 : 2;
    case 'not_sent':
      return 3;
    case 'pending':
      return 5;
    case 'completed':
    case 'refused':
    case 'cancelled':
      return 6;
  }
}

/**
 * Whether a backup's copy of a purchase knows more than the one here, and takes its place. What the service settled is
 * never replaced by what is open; between two that are settled, an output that is here stays, and otherwise what the
 * service said last counts. Before an order, what is here stays: nothing was bought.
 */
export function knowsMore(there: Progress, here: Progress): boolean {
  const difference = known(there) - known(here);
  if (known(there) < 2) return false;
  if (difference !== 0) return difference > 0;
  if ((there.state === 'completed') !== (here.state === 'completed')) return there.state === 'completed';
  return there.updatedAt > here.updatedAt;
}
