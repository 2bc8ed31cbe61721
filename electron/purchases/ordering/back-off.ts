import { ownWait } from '../../marketplace/waits/timing.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';

/** The most orders sent for a purchase in the first minute after submission. */
const ORDERS_AT_FIRST = 5;
const AT_FIRST_MS = 60_000;

/** When a purchase is polled next, and until when the service asked to wait, in UTC ms. */
type Later = { nextPollAt: number; polls: number; waitUntil: number | null };

/**
 * When to poll next, in UTC ms: not before the service allows it (§7.1), nor before our own back-off, which grows
 * with each poll, so that a silent service is not polled forever. An earlier stated wait remains until a new one.
 */
export const laterPoll = (context: Planning, entry: Entry, named: number | null = null): Later =>
  planPoll(context, entry, named);

/** How often a Call is read at most where the service names a shorter pace, in ms. */
const SHORTEST_POLL_MS = 6_000;

/**
 * As above, after an answer that says how the Call stands: at the pace that the service names, however often it was
 * read before. Without one, at our own growing intervals.
 */
export const nextReading = (context: Planning, entry: Entry, named: number | null): Later =>
  planPoll(context, entry, named, 0, named !== null && named > 0 ? SHORTEST_POLL_MS : undefined);

/** What planning the next request needs. */
export type Planning = Uses<'clock' | 'monotonic' | 'random' | 'plans'>;

function planPoll(
  context: Planning,
  entry: Entry,
  wanted: number | null,
  atLeast = 0,
  mostOfOwn = Number.POSITIVE_INFINITY,
): Later {
  const [now, passed] = [context.clock(), context.monotonic()];
  // Keeps a wait that another program on the file received meanwhile.
  const wait =
    wanted === null ? waitLeft(context, entry) : Math.max(0, wanted, waitLeftOfOtherRuns(context, entry));
  const poll = Math.ceil(Math.max(Math.min(ownWait(entry.polls + 1, context), mostOfOwn), wait, atLeast));
  const ends = wanted === null ? (entry.waitUntil ?? now + wait) : now + wait;
  const later = {
    nextPollAt: now + poll,
    polls: entry.polls + 1,
    waitUntil: wait > 0 ? ends : null,
  };
  // This run applies it even if it cannot be stored.
  context.plans.set(entry.id, { ...later, pollEnds: passed + poll, waitEnds: passed + wait });
  return later;
}

/**
 * The rest of a period until `until`, in UTC ms, stored at `entry.updatedAt` or later: by the clock, but never longer
 * than it was then, in case the clock was set back.
 */
const leftUntil = (until: number, { clock }: Uses<'clock'>, entry: Entry): number =>
  Math.min(until - clock(), until - entry.updatedAt);

/** The rest of a stored wait that another run wrote, in ms. */
function waitLeftOfOtherRuns(context: Uses<'clock' | 'plans'>, entry: Entry): number {
  const isOwn = entry.waitUntil === null || entry.waitUntil === context.plans.get(entry.id)?.waitUntil;
  return isOwn ? 0 : leftUntil(entry.waitUntil ?? 0, context, entry);
}

/** The rest of the wait that the service stated for a purchase, in ms; within this run by the monotonic clock. */
export function waitLeft(context: Uses<'clock' | 'monotonic' | 'plans'>, entry: Entry): number {
  const plan = context.plans.get(entry.id);
  const own = plan === undefined ? 0 : plan.waitEnds - context.monotonic();
  return Math.ceil(Math.max(0, waitLeftOfOtherRuns(context, entry), own));
}

/** Milliseconds until the next poll of a purchase. */
export function pollLeft(
  context: Uses<'clock' | 'monotonic' | 'plans'>,
  entry: Entry,
  nextPollAt: number,
): number {
  const plan = context.plans.get(entry.id);
  const left =
    plan?.nextPollAt === nextPollAt
      ? plan.pollEnds - context.monotonic()
      : leftUntil(nextPollAt, context, entry);
  return Math.max(left, waitLeft(context, entry));
}

/** When to send the same order again after the service asked to wait. */
export const laterOrder = (
  context: Planning & Uses<'journal' | 'firstSeen'>,
  entry: Entry,
  named: number | null,
): Later => planPoll(context, entry, named, orderLeft(context, entry));

/** Milliseconds until the order may be sent again; 0 if now. */
export function orderLeft(
  context: Uses<'clock' | 'monotonic' | 'firstSeen' | 'journal'>,
  entry: Entry,
): number {
  // Each requested wait allows one more order.
  const repeated = context.journal
    .timeline(entry.id)
    .filter(({ event }) => event === 'wait_requested').length;
  if (entry.attempts + repeated < ORDERS_AT_FIRST || entry.submittedAt === null) return 0;
  return Math.max(0, AT_FIRST_MS - passedSince(context, entry.submittedAt));
}

/** Milliseconds since `at`; if it lies ahead of a clock that was set back, since that was first seen. */
export function passedSince(
  { clock, monotonic, firstSeen }: Uses<'clock' | 'monotonic' | 'firstSeen'>,
  at: number,
): number {
  const passed = clock() - at;
  if (passed >= 0) return passed;
  const seen = firstSeen.get(at) ?? monotonic();
  firstSeen.set(at, seen);
  return monotonic() - seen;
}
