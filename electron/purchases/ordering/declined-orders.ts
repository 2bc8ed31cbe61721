import { fold } from '../../marketplace/answers/fold.ts';
import { member } from '../../marketplace/answers/reading.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Changes, Entry, Refusal } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { LOST, type TimelineEntry } from '../journal/purchase-events.ts';
import type { StatedCharge } from '../journal/spending.ts';
import { laterPoll, passedSince } from './back-off.ts';

/** Orders that the service declined when they were sent again: what that proves, and when it settles the purchase. */

/**
 * The detail of `order_declined`, for when the user confirms it; with the HTTP status if that declined it. The body is
 * last, since a long one is cut.
 */
export type Declined = { refusal: Refusal; status?: number | null; body: unknown };

/**
 * Records that the service declined an order whose earlier sending may have arrived. It stays unknown, since that
 * sending may have consumed the quote; only the user's word, with a list of Calls that holds none, settles it.
 */
export function recordDeclined(
  context: Uses<'clock' | 'journal' | 'monotonic' | 'plans' | 'random'>,
  entry: Entry,
  declined: Declined,
  {
    requestId,
    charge = {},
    words = declined.refusal.words,
  }: { requestId: string | null; charge?: Partial<StatedCharge>; words?: string },
): void {
  context.journal.record(entry.id, {
    event: 'order_declined',
    words: `${words} That does not say that nothing was charged before, so Milepost goes on looking for the Call.`,
    requestId,
    detail: declined,
    changes: { ...charge, ...laterPoll(context, entry, statedWait({ body: declined.body })) },
  });
}

/** Whether a sending that ended so may have been taken: also where something in between asked to wait in the service's place. */
const mayHaveBeenTaken = ({ event, detail }: TimelineEntry): boolean =>
  event === 'answer_lost' ||
  event === 'outcome_unknown' ||
  (event === 'wait_requested' && !UNTAKEN.has(member(jsonOfColumn(detail), 'delivery')));
const UNTAKEN = new Set<unknown>(['answered', 'not_sent']);

/** Whether no earlier sending of an order can have been taken, so that a refusal says that nothing was bought. */
export const isFirstSending = ({ journal }: Uses<'journal'>, { id, state }: Entry): boolean =>
  state === 'submitted' && !journal.timeline(id).some(mayHaveBeenTaken);

/** Folded codes that mean that this quote or key has been used for an order. */
const USED_CODES = /consumed|used$|redeemed|alreadyexists|duplicate|conflict/;

/** Whether the service declined an order because its quote or key was used, perhaps by an earlier sending. */
const isQuoteUsed = ({ refusal, status }: Declined): boolean => {
  const code = fold(refusal.code);
  return USED_CODES.test(code) || (status === 409 && !code.includes('expired'));
};

/** How long a lost order may still arrive, in ms: a list read earlier proves nothing. */
const ON_ITS_WAY_MS = 5 * 60_000;

/** Events after which an order may have arrived unnoticed. */
const MAY_HAVE_COME = new Set([...LOST, 'resumed']);

const lastAttempt = (timeline: readonly TimelineEntry[]): TimelineEntry | undefined =>
  timeline.findLast(({ event }) => event === 'order_declined' || MAY_HAVE_COME.has(event));

/** Whether the service declined an order when it was sent last. */
export const isDeclined = (timeline: readonly TimelineEntry[]): boolean =>
  lastAttempt(timeline)?.event === 'order_declined';

/** How the service declined a repeated order. */
type DeclinedOrder = { requestId: string | null; refusal: Refusal };

/**
 * The refusal of a repeated order, other than for being used, long enough after the last sending that may have
 * arrived; null if there is none. It settles the purchase only together with a complete list of Calls in which none
 * could be its own, and the user's statement.
 */
export function provenDeclined(
  context: Uses<'clock' | 'firstSeen' | 'journal' | 'monotonic'>,
  id: string,
): DeclinedOrder | null {
  const timeline = context.journal.timeline(id);
  const last = lastAttempt(timeline);
  if (last?.event !== 'order_declined' || last.detail === null) return null;
  const lost = timeline.findLast(({ event }) => LOST.includes(event));
  if (lost === undefined || passedSince(context, lost.at) < ON_ITS_WAY_MS) return null;
  if (wasUsedSinceLost(timeline)) return null;
  const declined = declinedIn(last.detail);
  return declined === null ? null : { requestId: last.requestId, refusal: declined.refusal };
}

/** Null if it is damaged: then it proves nothing, and may have said that the quote was used. */
const declinedIn = (detail: string): Declined | null => jsonOfColumn(detail) as Declined | null;
const isUsedBy = (declined: Declined | null): boolean => declined === null || isQuoteUsed(declined);

/**
 * Settles a purchase as refused: by an answer to its order, of a Call or of none. That may carry a receipt: money may have
 * moved.
 */
export function recordRefused(
  context: Uses<'journal'>,
  { id }: Entry,
  refusal: Refusal,
  {
    requestId,
    detail,
    charge = {},
    words = refusal.words,
  }: { requestId: string | null; detail?: unknown; charge?: Changes; words?: string },
): void {
  context.journal.record(id, {
    event: 'refused',
    words,
    requestId,
    detail,
    changes: { requestId, nextPollAt: null, refusal, ...charge },
  });
}

/**
 * Whether the service stated that a repeated order's quote or key was used: an earlier sending without an answer may
 * then have been accepted. No later refusal changes that.
 */
function wasUsedSinceLost(timeline: readonly TimelineEntry[]): boolean {
  const lost = timeline.findIndex(mayHaveBeenTaken);
  return (
    lost !== -1 &&
    timeline
      .slice(lost)
      .some(
        ({ event, detail }) => event === 'order_declined' && detail !== null && isUsedBy(declinedIn(detail)),
      )
  );
}
