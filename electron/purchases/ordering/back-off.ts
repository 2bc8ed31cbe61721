import { ownWait } from '../../marketplace/waits/timing.ts';
import type { Entry } from '../journal/entry.ts';
import type { Changes } from '../journal/journal.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

/** Orders of one purchase that are sent in the first minute after it was submitted, at most. */
const ORDERS_AT_FIRST = 5;
const AT_FIRST_MS = 60_000;

/**
 * When to poll again, in UTC ms: not before the service says (§7.1), and not before a wait of our own that grows with
 * each refresh, so that a service that names none, or none at all, is not asked without end.
 */
export function laterPoll(
  context: Pick<PurchaseContext, 'clock' | 'random'>,
  entry: Entry,
  ...named: (number | null | undefined)[]
): Pick<Changes, 'nextPollAt' | 'polls' | 'waitUntil'> {
  const least = Math.max(0, ...named.map((wait) => wait ?? 0));
  const now = context.clock();
  return {
    nextPollAt: now + Math.max(ownWait(entry.polls + 1, context), least),
    polls: entry.polls + 1,
    waitUntil: least > 0 ? now + least : null,
  };
}

/** When to send the same order again after the service asked to wait. */
export function laterOrder(
  context: Pick<PurchaseContext, 'clock' | 'random' | 'journal'>,
  entry: Entry,
  named: number | null,
): Pick<Changes, 'nextPollAt' | 'polls' | 'waitUntil'> {
  const later = laterPoll(context, entry, named);
  return { ...later, nextPollAt: Math.max(later.nextPollAt ?? 0, nextOrderAt(context, entry)) };
}

/** When the order may go out once more, in UTC ms; 0 where it may at any time. */
export function nextOrderAt(context: Pick<PurchaseContext, 'journal'>, entry: Entry): number {
  // Each wait that was asked for ends in one more order.
  const repeated = context.journal
    .timeline(entry.id)
    .filter(({ event }) => event === 'wait_requested').length;
  return entry.attempts + repeated < ORDERS_AT_FIRST ? 0 : (entry.submittedAt ?? 0) + AT_FIRST_MS;
}
