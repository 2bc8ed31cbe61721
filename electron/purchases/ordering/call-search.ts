import { type ListedCall, readCallList } from '../../marketplace/answers/call-list.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import type { Answer, Reply } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import type { Entry } from '../journal/entry.ts';
import { ORDER_RESTORED } from '../journal/journal.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { callWaitLeft, keepCallWait } from './back-off.ts';
import { both, evidenceIn, placeCall, type Sought } from './call-placing.ts';
import { type Candidate, rememberCalls, seenCalls, showsAllKnown, showsLaterOrder } from './seen-calls.ts';

/** How far the service's clock is ahead of ours at least, by an answer's Date header, in ms; null without one. */
const clockOffsetOf = ({
  serverDate,
  receivedAt,
}: Pick<Answer, 'serverDate' | 'receivedAt'>): number | null =>
  serverDate === null ? null : serverDate - receivedAt;

/** The least of those that are known: a clock may have drifted, or been set, between two answers. */
function least(...offsets: readonly (number | null)[]): number | null {
  const known = offsets.filter((offset) => offset !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** Whole seconds, slow answers and clocks that drift between two answers, in ms. */
const CLOCK_MARGIN_MS = 120_000;
/** A clock that was not known when the order left may have been anything up to this since, in ms. */
const UNKNOWN_THEN_MS = 86_400_000;
const LIST_PAGES_AT_MOST = 50;
/** Calls that are read by their reference in one search. */
const READS_AT_MOST = 10;

/**
 * `none`: the list was read completely, shows all that is known to be in it, and every Call that it or an earlier one
 * showed is another's; `current` where it shows as well that it does not lag behind the order. `open`: neither can be
 * said; `unplaced` are the Calls that could be its own.
 */
export type Search =
  | { kind: 'own'; callRef: string; item: unknown }
  | { kind: 'none'; current: boolean }
  | { kind: 'open'; unplaced: readonly ListedCall[]; complete: boolean };
const UNREAD: Search = { kind: 'open', unplaced: [], complete: false };

/**
 * Looks for the Call of a lost acknowledgement in the service's list. One that the list says too little of is read by
 * its reference; whatever still cannot be placed leaves the purchase unknown.
 */
export async function findInCallList(context: PurchaseContext, entry: Entry): Promise<Search> {
  const list = await readList(context);
  if (list === null || context.closed()) return UNREAD;
  const sought = soughtBy(context, entry, list);
  const disowned = disownedBy(context, entry);
  const seen = seenCalls(context, entry);
  // Pages that overlap show a Call twice.
  const shown = new Map(list.calls.map((one) => [one.callRef, one]));
  const complete = list.complete && showsAllKnown(context, entry, seen, shown);
  const own: Candidate[] = [];
  const unplaced: ListedCall[] = [];
  const open: Candidate[] = [];
  const others: ListedCall[] = [];
  // A Call that could be its own is not another's because a later list leaves it out.
  for (const call of new Map([...seen.candidates, ...shown]).values()) {
    if (context.journal.ofCall(entry.marketplace, call.callRef) !== undefined) continue;
    const place = disowned.has(call.callRef) ? 'another' : placeCall(evidenceOf(call), sought);
    if (place === 'own') own.push({ call });
    if (place === 'not_stated') unplaced.push(call);
    if (place === 'another') others.push(call);
  }
  for (const [index, call] of (own.length === 0 ? unplaced : []).entries()) {
    const status = index < READS_AT_MOST ? await readStatus(context, call.callRef) : undefined;
    if (context.closed()) return UNREAD;
    const place = placeCall(both(evidenceOf(call), evidenceIn(status)), sought);
    if (place === 'own') own.push({ call, status });
    if (place === 'not_stated') open.push({ call, status });
    if (place === 'another') others.push(call);
  }
  rememberCalls(context, entry, seen, { others, candidates: [...own, ...open] });
  const [only, ...furtherOwn] = own;
  // Two that are said to be its own contradict each other.
  if (only !== undefined)
    return furtherOwn.length === 0
      ? { kind: 'own', callRef: only.call.callRef, item: only.call.item }
      : { kind: 'open', unplaced: own.map(({ call }) => call), complete };
  return open.length === 0 && complete
    ? { kind: 'none', current: showsLaterOrder(context, entry, shown) }
    : { kind: 'open', unplaced: open.map(({ call }) => call), complete };
}

/** The event by which the user says that a Call is not this purchase's. */
export const DISOWNED = 'call_disowned';

/** What the user said here; a file that came meanwhile may say anything. */
function disownedBy(context: PurchaseContext, { id }: Entry): ReadonlySet<string> {
  const timeline = context.journal.timeline(id);
  const here = timeline.slice(timeline.findLastIndex(({ event }) => event === ORDER_RESTORED) + 1);
  return new Set(
    here
      .filter(({ event }) => event === DISOWNED)
      .flatMap(({ detail }) => label(member(JSON.parse(detail ?? 'null'), 'callRef')) ?? []),
  );
}

const evidenceOf = (call: ListedCall) => {
  const known = evidenceIn(call.item);
  return { ...known, toolRef: call.toolRef ?? known.toolRef, stamp: call.createdAt ?? known.stamp };
};

/** For so long several purchases that look for their Calls share what one of them was told of a Call, in ms. */
const SHARED_FOR_MS = 6_000;

/** What a Call's status was when it was last read without its purchase, at most so many ms ago; null where it was not. */
export function knownStatus(context: PurchaseContext, callRef: string, ms = Infinity): Promise<Reply> | null {
  const known = context.statuses.get(callRef);
  const isKnown = known?.from === context.marketplace() && context.monotonic() - known.at < ms;
  return isKnown ? known.reply : null;
}

/** What it was a moment ago. */
export const freshStatus = (context: PurchaseContext, callRef: string): Promise<Reply> | null =>
  knownStatus(context, callRef, SHARED_FOR_MS);

/** A Call's status as it is, or was a moment ago; null while the service asked to wait. */
function statusOf(context: PurchaseContext, callRef: string): Promise<Reply> | null {
  const fresh = freshStatus(context, callRef);
  if (fresh !== null) return fresh;
  if (callWaitLeft(context, callRef) > 0) return null;
  const from = context.marketplace();
  const reply = from.ask('callStatus', { callRef });
  context.statuses.set(callRef, { from, at: context.monotonic(), reply });
  return reply;
}

/** What a Call's status says of it; undefined where it cannot be read now. A read; it changes nothing. */
async function readStatus(context: PurchaseContext, callRef: string): Promise<unknown> {
  const reply = await statusOf(context, callRef);
  if (reply === null) return undefined;
  const wait = reply.ok ? statedWait(reply.answer) : reply.failure.retryAfterMs;
  if (wait !== null) keepCallWait(context, callRef, wait);
  // An answer that names another Call says nothing of this one.
  return reply.ok && label(member(reply.answer.body, 'callRef')) === callRef ? reply.answer.body : undefined;
}

type List = {
  calls: ListedCall[];
  /** True only where the list itself says that it ends here, and nothing of it was left out. */
  complete: boolean;
  /** How far the service's clock is ahead of ours at least, in ms. */
  offset: number | null;
};

async function readList(context: PurchaseContext): Promise<List | null> {
  const calls: ListedCall[] = [];
  const cursors = new Set<string>();
  let offset: number | null = null;
  let cursor: string | null = null;
  for (let page = 0; page < LIST_PAGES_AT_MOST; page++) {
    const reply = await context
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!reply.ok || context.closed()) return null;
    const { body, receivedAt } = reply.answer;
    const list = readCallList(body, {
      before: calls.length,
      readAt: receivedAt,
      came: reply.answer,
      sent: cursor ?? undefined,
    });
    if (list.kind !== 'available' || list.unread > 0) return null;
    offset = least(offset, clockOffsetOf(reply.answer));
    calls.push(...list.items);
    if (list.ends) return { calls, complete: true, offset };
    cursor = list.nextCursor;
    // A list that does not say where it goes on, or goes round in circles, is not read completely.
    if (cursor === null || cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return { calls, complete: false, offset };
}

/** Events that name the request by which its order was sent. */
const OF_AN_ORDER = new Set(['answer_lost', 'wait_requested', 'order_declined']);

/** What is looked for, with when it can have been made by the service's clock. */
function soughtBy(context: PurchaseContext, entry: Entry, list: List): Sought {
  const quoteShared =
    entry.quoteRef !== null &&
    context.journal.ofQuote(entry.marketplace, entry.quoteRef).some(({ id }) => id !== entry.id);
  const requestIds = new Set(
    context.journal
      .timeline(entry.id)
      .flatMap(({ event, requestId }) => (OF_AN_ORDER.has(event) ? (requestId ?? []) : [])),
  );
  const offset = withStamps(context, entry, list, least(entry.clockOffset, list.offset));
  const margin = CLOCK_MARGIN_MS + (entry.clockOffset === null ? UNKNOWN_THEN_MS : 0);
  const sent = entry.submittedAt ?? entry.createdAt;
  return { entry, requestIds, quoteShared, madeFrom: offset === null ? null : sent + offset - margin };
}

/** A Call that is known here and stamped before its order left shows that the stamps' clock is further behind. */
function withStamps(
  context: PurchaseContext,
  entry: Entry,
  list: List,
  offset: number | null,
): number | null {
  if (offset === null) return null;
  const behind = list.calls.flatMap(({ callRef, createdAt }) => {
    const own = createdAt === null ? undefined : context.journal.ofCall(entry.marketplace, callRef);
    return createdAt === null || own?.submittedAt == null ? [] : [createdAt - own.submittedAt];
  });
  return least(offset, ...behind);
}
