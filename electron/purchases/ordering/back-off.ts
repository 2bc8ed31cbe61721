import { leftOf } from '../../marketplace/waits/origin-budget.ts';
import { ownWait } from '../../marketplace/waits/timing.ts';
import type { Entry } from '../journal/entry.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

/** Orders of one purchase that are sent in the first minute after it was submitted, at most. */
const ORDERS_AT_FIRST = 5;
const AT_FIRST_MS = 60_000;

/** When a purchase is polled next, and until when the service asked to wait, in UTC ms. */
type Later = { nextPollAt: number; polls: number; waitUntil: number | null };

/**
 * When to poll again, in UTC ms: not before the service says (§7.1), and not before a wait of our own that grows with
 * each poll, so that a service that names none, or none at all, is not asked without end. A wait that it named before
 * holds until it names another one.
 */
export function laterPoll(
  context: Pick<PurchaseContext, 'clock' | 'random' | 'namedWaits'>,
  entry: Entry,
  ...named: (number | null | undefined)[]
): Later {
  const now = context.clock();
  const given = named.filter((wait) => wait !== null && wait !== undefined);
  const left = waitLeft(context, entry);
  // What another program on the file was told while this answer was under way, the answer does not take back.
  const isOthers = (entry.waitUntil ?? 0) > (context.namedWaits.get(entry.id) ?? 0);
  const least = Math.max(0, ...given, given.length === 0 || isOthers ? left : 0);
  // Also where it cannot be written down: this run keeps to it all the same.
  if (given.length > 0) context.namedWaits.set(entry.id, now + least);
  return {
    nextPollAt: now + Math.max(ownWait(entry.polls + 1, context), least),
    polls: entry.polls + 1,
    waitUntil: least > 0 ? now + least : null,
  };
}

/** What is left of the wait that the service named for a purchase, in ms. */
export function waitLeft(
  { clock, namedWaits }: Pick<PurchaseContext, 'clock' | 'namedWaits'>,
  entry: Entry,
): number {
  return Math.max(0, Math.max(namedWaits.get(entry.id) ?? 0, entry.waitUntil ?? 0) - clock());
}

/** A Call of a service among the waits in the data file: no origin has a space in it. */
const callName = (context: Pick<PurchaseContext, 'marketplace'>, callRef: string): string =>
  `${context.marketplace().origin} ${callRef}`;

type OfCalls = Pick<PurchaseContext, 'clock' | 'callWaits' | 'marketplace' | 'namedWaits'>;

/** Keeps to the wait that the service named for a Call, whosever it is (§7.1), after a restart as well. */
export function keepCallWait(context: OfCalls, callRef: string, ms: number): void {
  const now = context.clock();
  const name = callName(context, callRef);
  // Also where it cannot be written down.
  context.namedWaits.set(name, now + ms);
  if (ms > 0) context.callWaits.write(name, { namedAt: now, until: now + ms });
}

/** What is left of it, in ms. */
export function callWaitLeft(context: OfCalls, callRef: string): number {
  const name = callName(context, callRef);
  const stored = (context.callWaits.read(name) ?? []).map((wait) => leftOf(wait, context));
  return Math.max(0, (context.namedWaits.get(name) ?? 0) - context.clock(), ...stored);
}

/** When to send the same order again after the service asked to wait. */
export function laterOrder(
  context: Pick<PurchaseContext, 'clock' | 'random' | 'journal' | 'namedWaits'>,
  entry: Entry,
  named: number | null,
): Later {
  const later = laterPoll(context, entry, named);
  return { ...later, nextPollAt: Math.max(later.nextPollAt, nextOrderAt(context, entry)) };
}

/** When the order may go out once more, in UTC ms; 0 where it may at any time. */
export function nextOrderAt(context: Pick<PurchaseContext, 'journal'>, entry: Entry): number {
  // Each wait that was asked for ends in one more order.
  const repeated = context.journal
    .timeline(entry.id)
    .filter(({ event }) => event === 'wait_requested').length;
  return entry.attempts + repeated < ORDERS_AT_FIRST ? 0 : (entry.submittedAt ?? 0) + AT_FIRST_MS;
}
