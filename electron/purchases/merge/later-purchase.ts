import type { PurchaseState } from '#shared/purchase/state.ts';

/** The progress of a copy of a purchase. Times in UTC ms. */
export type Progress = {
  state: PurchaseState;
  /** How often the order was sent. */
  attempts: number;
  updatedAt: number;
};

/**
 * Rank of knowledge: 0 nothing approved; 1 ended before an order; 2 order with open outcome; 3 order that was never
 * sent; 4 order sent more than once, about which another copy's "never sent" proves nothing; 5 the service has the
 * Call; 6 settled by the service.
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
 * Whether a backup's copy of a purchase knows more than the one here and replaces it. A settled one is never replaced
 * by an open one; of two settled ones, an output here is kept, otherwise the service's later statement counts. Before
 * an order, the one here stays: nothing was bought.
 */
export function knowsMore(there: Progress, here: Progress): boolean {
  const difference = known(there) - known(here);
  if (known(there) < 2) return false;
  if (difference !== 0) return difference > 0;
  if ((there.state === 'completed') !== (here.state === 'completed')) return there.state === 'completed';
  return there.updatedAt > here.updatedAt;
}
