import type { ListedCall } from '../../marketplace/answers/call-list.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import type { Answer, Reply } from '../../marketplace/http/answer.ts';
import { statedWait } from '../../marketplace/http/retry-after.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Entry } from '../journal/entry.ts';
import { ORDER_RESTORED } from '../journal/journal.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { callWaitLeft, storeCallWait } from './back-off.ts';
import { readCallPages } from './call-pages.ts';
import { contradictionsOf, evidenceIn, mergeEvidence, placeCall, type SearchedCall } from './call-placing.ts';
import { type Candidate, rememberCalls, seenCalls, showsAllKnown, showsLaterOrder } from './seen-calls.ts';

/** The least that the service's clock is ahead of ours, by an answer's Date, in ms; null without one. */
const clockOffsetOf = ({
  serverDate,
  receivedAt,
}: Pick<Answer, 'serverDate' | 'receivedAt'>): number | null =>
  serverDate === null ? null : serverDate - receivedAt;

/** The smallest known offset: a clock may have drifted or been set between answers. */
function least(...offsets: readonly (number | null)[]): number | null {
  const known = offsets.filter((offset) => offset !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** For whole seconds, slow answers and drift between two answers, in ms. */
const CLOCK_MARGIN_MS = 120_000;
/** How far an unknown clock may have changed since the order, in ms. */
const UNKNOWN_THEN_MS = 86_400_000;
/** The most Calls read by reference in one search. */
const READS_AT_MOST = 10;

/**
 * `none`: the list is complete, contains everything known, and every Call in it or an earlier one is another's;
 * `current` if it is also proven not to lag behind the order. `open`: undecided; `unplaced` are the candidates.
 */
export type Search =
  | { kind: 'own'; callRef: string; item: unknown }
  | { kind: 'none'; current: boolean }
  | { kind: 'open'; unplaced: readonly ListedCall[]; complete: boolean };
const UNREADABLE: Search = { kind: 'open', unplaced: [], complete: false };

/**
 * Searches the service's list for the Call of an order without an answer. A Call whose owner the list does not state
 * is read by its reference; if any stays undecided, the purchase stays unknown.
 */
export async function findInCallList(context: PurchaseContext, entry: Entry): Promise<Search> {
  const list = await readList(context);
  if (list === null || context.closed()) return UNREADABLE;
  const sought = searchedCallOf(context, entry, list);
  const disowned = disownedByUser(context, entry);
  const seen = seenCalls(context, entry);
  // Overlapping pages repeat Calls.
  const shown = new Map(list.calls.map((one) => [one.callRef, one]));
  const complete = list.complete && showsAllKnown(context, entry, seen, shown);
  const own: Candidate[] = [];
  const unplaced: ListedCall[] = [];
  const open: Candidate[] = [];
  const others: ListedCall[] = [];
  // A candidate stays one even if a later list omits it.
  for (const call of new Map([...seen.candidates, ...shown]).values()) {
    if (context.journal.ofCall(entry.marketplace, call.callRef) !== undefined) continue;
    const place = disowned.has(call.callRef) ? 'another' : placeCall(evidenceOf(call), sought);
    if (place === 'own') own.push({ call });
    if (place === 'not_stated') unplaced.push(call);
    if (place === 'another') others.push(call);
  }
  for (const [index, call] of (own.length === 0 ? unplaced : []).entries()) {
    const status = index < READS_AT_MOST ? await readStatus(context, call.callRef) : undefined;
    if (context.closed()) return UNREADABLE;
    const place = placeCall(mergeEvidence(evidenceOf(call), evidenceIn(status)), sought);
    if (place === 'own') own.push({ call, status });
    if (place === 'not_stated') open.push({ call, status });
    if (place === 'another') others.push(call);
  }
  rememberCalls(context, entry, seen, { others, candidates: [...own, ...open] });
  const [only, ...furtherOwn] = own;
  // Two Calls that both appear to be its own contradict each other.
  if (only !== undefined)
    return furtherOwn.length === 0
      ? { kind: 'own', callRef: only.call.callRef, item: only.call.item }
      : { kind: 'open', unplaced: own.map(({ call }) => call), complete };
  return open.length === 0 && complete
    ? { kind: 'none', current: showsLaterOrder(context, entry, shown) }
    : { kind: 'open', unplaced: open.map(({ call }) => call), complete };
}

/** The event by which the user states that a Call is not this purchase's. */
export const DISOWNED = 'call_disowned';

/** Only statements made here count: a restored file may contain anything. */
function disownedByUser(context: PurchaseContext, { id }: Entry): ReadonlySet<string> {
  const timeline = context.journal.timeline(id);
  const here = timeline.slice(timeline.findLastIndex(({ event }) => event === ORDER_RESTORED) + 1);
  return new Set(
    here
      .filter(({ event }) => event === DISOWNED)
      .flatMap(({ detail }) => label(member(jsonOfColumn(detail), 'callRef')) ?? []),
  );
}

const evidenceOf = (call: ListedCall) => {
  const known = evidenceIn(call.item);
  return { ...known, toolRef: call.toolRef ?? known.toolRef, stamp: call.createdAt ?? known.stamp };
};

/** How long searching purchases share a Call's status, in ms. */
const SHARED_FOR_MS = 6_000;

/** The last status read for a Call without an owner, if at most `ms` old; null otherwise. */
export function knownStatus(context: PurchaseContext, callRef: string, ms = Infinity): Promise<Reply> | null {
  const known = context.statuses.get(callRef);
  const isKnown = known?.from === context.marketplace() && context.monotonic() - known.at < ms;
  return isKnown ? known.reply : null;
}

/** Its status if recent enough to share. */
export const freshStatus = (context: PurchaseContext, callRef: string): Promise<Reply> | null =>
  knownStatus(context, callRef, SHARED_FOR_MS);

/** A Call's status, read now or recently; null while the service asked to wait. */
function statusOf(context: PurchaseContext, callRef: string): Promise<Reply> | null {
  const fresh = freshStatus(context, callRef);
  if (fresh !== null) return fresh;
  if (callWaitLeft(context, callRef) > 0) return null;
  const from = context.marketplace();
  const reply = from.ask('callStatus', { callRef });
  context.statuses.set(callRef, { from, at: context.monotonic(), reply });
  return reply;
}

/** The body of a Call's status; undefined if unreadable now. Read-only. */
async function readStatus(context: PurchaseContext, callRef: string): Promise<unknown> {
  const reply = await statusOf(context, callRef);
  if (reply === null) return undefined;
  const wait = reply.ok ? statedWait(reply.answer) : reply.failure.retryAfterMs;
  if (wait !== null) storeCallWait(context, callRef, wait);
  // An answer about another Call proves nothing about this one.
  return reply.ok && label(member(reply.answer.body, 'callRef')) === callRef ? reply.answer.body : undefined;
}

type List = {
  calls: readonly ListedCall[];
  /** True only if the list states its end and no item was left out. */
  complete: boolean;
  /** The least that the service's clock is ahead of ours, in ms. */
  offset: number | null;
};

async function readList(context: PurchaseContext): Promise<List | null> {
  const { calls, answers, missing, isReadable } = await readCallPages(context);
  return isReadable
    ? { calls, complete: missing === null, offset: least(...answers.map(clockOffsetOf)) }
    : null;
}

/** Events with the id of a request that sent the order. */
const OF_AN_ORDER = new Set(['answer_lost', 'wait_requested', 'order_declined']);

/** The Call to search for, with its earliest creation by the service's clock. */
function searchedCallOf(context: PurchaseContext, entry: Entry, list: List): SearchedCall {
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
  const unproven = new Set(
    list.calls.flatMap((call) => {
      const own = context.journal.ofCall(entry.marketplace, call.callRef);
      return own === undefined ? [] : [...contradictionsOf(evidenceOf(call), own)];
    }),
  );
  const madeFrom = offset === null ? null : sent + offset - margin;
  return { entry, requestIds, quoteShared, unproven, madeFrom };
}

/** A known Call with a time before its order was sent proves that the service's clock is further behind. */
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
