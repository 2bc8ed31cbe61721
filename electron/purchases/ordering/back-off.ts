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
export const laterPoll = (context: Planning, entry: Entry, ...named: (number | null | undefined)[]): Later =>
  laterBy(context, entry, named, 0);

type Planning = Pick<PurchaseContext, 'clock' | 'monotonic' | 'random' | 'plans'>;

function laterBy(
  context: Planning,
  entry: Entry,
  waits: readonly (number | null | undefined)[],
  atLeast: number,
): Later {
  const [now, passed] = [context.clock(), context.monotonic()];
  const given = waits.filter((wait) => wait !== null && wait !== undefined);
  // What another program on the file was told while this answer was under way, the answer does not take back.
  const wait =
    given.length > 0 ? Math.max(0, ...given, othersWaitLeft(context, entry)) : waitLeft(context, entry);
  const poll = Math.ceil(Math.max(ownWait(entry.polls + 1, context), wait, atLeast));
  const named = given.length > 0 ? now + wait : (entry.waitUntil ?? now + wait);
  const later = {
    nextPollAt: now + poll,
    polls: entry.polls + 1,
    waitUntil: wait > 0 ? named : null,
  };
  // Also where it cannot be written down: this run keeps to it all the same.
  context.plans.set(entry.id, { ...later, pollEnds: passed + poll, waitEnds: passed + wait });
  return later;
}

/**
 * What is left until `until`, in UTC ms, that the journal holds since `entry.updatedAt` at the earliest: by the clock, and
 * no longer than it was from then on, should the clock have been set back.
 */
const leftUntil = (until: number, { clock }: Pick<PurchaseContext, 'clock'>, entry: Entry): number =>
  Math.min(until - clock(), until - entry.updatedAt);

/** What is left of a wait that the journal has and this run did not write there, in ms. */
function othersWaitLeft(context: Pick<PurchaseContext, 'clock' | 'plans'>, entry: Entry): number {
  const isOwn = entry.waitUntil === null || entry.waitUntil === context.plans.get(entry.id)?.waitUntil;
  return isOwn ? 0 : leftUntil(entry.waitUntil ?? 0, context, entry);
}

/** What is left of the wait that the service named for a purchase, in ms; in this run by a clock that nobody sets. */
export function waitLeft(
  context: Pick<PurchaseContext, 'clock' | 'monotonic' | 'plans'>,
  entry: Entry,
): number {
  const plan = context.plans.get(entry.id);
  const own = plan === undefined ? 0 : plan.waitEnds - context.monotonic();
  return Math.ceil(Math.max(0, othersWaitLeft(context, entry), own));
}

/** How long until a purchase is polled next, in ms. */
export function pollLeft(context: PurchaseContext, entry: Entry, nextPollAt: number): number {
  const plan = context.plans.get(entry.id);
  const left =
    plan?.nextPollAt === nextPollAt
      ? plan.pollEnds - context.monotonic()
      : leftUntil(nextPollAt, context, entry);
  return Math.max(left, waitLeft(context, entry));
}

/** A Call of a service among the waits in the data file: no origin has a space in it. */
const callName = (context: Pick<PurchaseContext, 'marketplace'>, callRef: string): string =>
  `${context.marketplace().origin} ${callRef}`;

type OfCalls = Pick<PurchaseContext, 'clock' | 'monotonic' | 'callWaits' | 'marketplace' | 'callWaitEnds'>;

/** Keeps to the wait that the service named for a Call, whosever it is (§7.1), after a restart as well. */
export function keepCallWait(context: OfCalls, callRef: string, ms: number): void {
  const now = context.clock();
  const name = callName(context, callRef);
  // Also where it cannot be written down.
  context.callWaitEnds.set(name, context.monotonic() + ms);
  if (ms > 0) context.callWaits.write(name, { namedAt: now, until: now + ms });
}

/** What is left of it, in ms. */
export function callWaitLeft(context: OfCalls, callRef: string): number {
  const name = callName(context, callRef);
  const stored = (context.callWaits.read(name) ?? []).map((wait) => leftOf(wait, context));
  return Math.ceil(Math.max(0, (context.callWaitEnds.get(name) ?? 0) - context.monotonic(), ...stored));
}

/** When to send the same order again after the service asked to wait. */
export const laterOrder = (
  context: Planning & Pick<PurchaseContext, 'journal' | 'firstSeen'>,
  entry: Entry,
  named: number | null,
): Later => laterBy(context, entry, [named], orderLeft(context, entry));

/** How long until the order may go out once more, in ms; 0 where it may at any time. */
export function orderLeft(
  context: Pick<PurchaseContext, 'clock' | 'monotonic' | 'firstSeen' | 'journal'>,
  entry: Entry,
): number {
  // Each wait that was asked for ends in one more order.
  const repeated = context.journal
    .timeline(entry.id)
    .filter(({ event }) => event === 'wait_requested').length;
  if (entry.attempts + repeated < ORDERS_AT_FIRST || entry.submittedAt === null) return 0;
  return Math.max(0, AT_FIRST_MS - passedSince(context, entry.submittedAt));
}

/** How much time has passed since `at`, in ms; where that lies ahead of a clock that was set back, since it was first seen so. */
export function passedSince(
  { clock, monotonic, firstSeen }: Pick<PurchaseContext, 'clock' | 'monotonic' | 'firstSeen'>,
  at: number,
): number {
  const passed = clock() - at;
  if (passed >= 0) return passed;
  const seen = firstSeen.get(at) ?? monotonic();
  firstSeen.set(at, seen);
  return monotonic() - seen;
}
