import { UNANSWERED_STATES } from '#shared/purchase/state.ts';
import { type ListedCall, readCallList } from '../../marketplace/answers/call-list.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import type { Answer } from '../../marketplace/http/answer.ts';
import type { Entry } from '../journal/entry.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { both, evidenceIn, type Place, placeCall, type Sought } from './call-placing.ts';

/** How far the service's clock is ahead of ours, between these two, in ms. */
type ClockOffset = { least: number; most: number };

/** The clock of the service as an answer's Date header gives it, which names the second that had begun; null without one. */
const clockOffsetOf = ({
  serverDate,
  receivedAt,
}: Pick<Answer, 'serverDate' | 'receivedAt'>): ClockOffset | null =>
  serverDate === null ? null : { least: serverDate - receivedAt, most: serverDate + 1_000 - receivedAt };

/** Both of two, since a clock may have drifted, or been set, between them. */
const widened = (one: ClockOffset | null, other: ClockOffset | null): ClockOffset | null =>
  one === null || other === null
    ? (one ?? other)
    : { least: Math.min(one.least, other.least), most: Math.max(one.most, other.most) };

/** Whole seconds, slow answers and clocks that drift between two answers, in ms. */
const CLOCK_MARGIN_MS = 120_000;
/** A clock that was not known when the order left may have been anything up to this since, in ms. */
const UNKNOWN_THEN_MS = 86_400_000;
/** A Call may be made this long after its order was last sent, in ms. */
const LATE_CALL_MS = 600_000;
const LIST_PAGES_AT_MOST = 50;
/** Calls that are read by their reference in one search. */
const READS_AT_MOST = 10;

/** `none`: the list was read completely, and every Call in it is known to be another's. `open`: neither can be said. */
export type Search = { kind: 'own'; callRef: string; item: unknown } | { kind: 'none' } | { kind: 'open' };
const OPEN: Search = { kind: 'open' };

/** Whether a Call in the list could as well be that of another purchase of this Tool whose acknowledgement is missing. */
const mayBelongToAnother = (context: PurchaseContext, entry: Entry): boolean =>
  context.journal
    .inStates(UNANSWERED_STATES)
    .some(
      (other) =>
        other.id !== entry.id &&
        other.callRef === null &&
        other.marketplace === entry.marketplace &&
        other.toolRef === entry.toolRef,
    );

/**
 * Looks for the Call of a lost acknowledgement in the service's list. It is its own where it is known to be, by key or
 * quote, or where it alone fits by Tool and time, every other Call is another's and no other purchase looks for one.
 * A Call that the list says too little of is read by its reference; whatever still cannot be placed leaves the
 * purchase unknown.
 */
export async function findInCallList(context: PurchaseContext, entry: Entry): Promise<Search> {
  const list = await readList(context);
  if (list === null || context.closed()) return OPEN;
  const sought = soughtBy(context, entry, list);
  const fitting: ListedCall[] = [];
  let refreshes = 0;
  let unplaced = 0;
  for (const call of list.calls) {
    if (context.journal.ofCall(entry.marketplace, call.callRef) !== undefined) continue;
    let place = placeCall(evidenceOf(call), sought);
    if (place === 'unknown_code' && refreshes < READS_AT_MOST) {
      refreshes += 1;
      place = await placeByStatus(context, call, sought);
      if (context.closed()) return OPEN;
    }
    if (place === 'own') return { kind: 'own', callRef: call.callRef, item: call.item };
    if (place === 'fits') fitting.push(call);
    if (place === 'unknown_code') unplaced += 1;
  }
  const [only, ...others] = fitting;
  if (unplaced > 0) return OPEN;
  if (only === undefined) return list.complete ? { kind: 'none' } : OPEN;
  if (
    others.length > 0 ||
    mayBelongToAnother(context, entry) ||
    !(list.complete || reachesBack(list.calls, sought))
  )
    return OPEN;
  return { kind: 'own', callRef: only.callRef, item: only.item };
}

const evidenceOf = (call: ListedCall) => {
  const known = evidenceIn(call.item);
  return { ...known, toolRef: call.toolRef ?? known.toolRef, stamp: call.createdAt ?? known.stamp };
};

/** Where the list says too little of a Call, its status may say more. A read; it changes nothing. */
async function placeByStatus(context: PurchaseContext, call: ListedCall, sought: Sought): Promise<Place> {
  const reply = await context.marketplace().ask('callStatus', { callRef: call.callRef });
  if (!reply.ok) return 'unknown_code';
  const { body } = reply.answer;
  // An answer that names another Call says nothing of this one.
  if (label(member(body, 'callRef')) !== call.callRef) return 'unknown_code';
  return placeCall(both(evidenceOf(call), evidenceIn(body)), sought);
}

type List = {
  calls: ListedCall[];
  /** True only where the list itself says that it ends here, and nothing of it was left out. */
  complete: boolean;
  offset: ClockOffset | null;
};

async function readList(context: PurchaseContext): Promise<List | null> {
  const calls: ListedCall[] = [];
  const cursors = new Set<string>();
  let offset: ClockOffset | null = null;
  let cursor: string | null = null;
  for (let page = 0; page < LIST_PAGES_AT_MOST; page++) {
    const reply = await context
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!reply.ok || context.closed()) return null;
    const { body } = reply.answer;
    const list = readCallList(body);
    if (list.kind !== 'available' || list.unread > 0) return null;
    offset = widened(offset, clockOffsetOf(reply.answer));
    calls.push(...list.items);
    if (member(body, 'hasMore') === false && list.nextCursor === null)
      return { calls, complete: !saysPartial(body, calls.length), offset };
    cursor = list.nextCursor;
    // A list that does not say where it goes on, or goes round in circles, is not read completely.
    if (cursor === null || cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return { calls, complete: false, offset };
}

/** Whether a list says of itself, in any word, that it does not hold everything. */
function saysPartial(body: unknown, read: number): boolean {
  const partial = member(body, 'partialResults', 'partial', 'truncated', 'incomplete');
  const total = Number(member(body, 'totalCount', 'total') ?? read);
  return !(partial === undefined || partial === null || partial === false) || !(total <= read);
}

/** What is looked for, with when it can have been made by the service's clock. */
function soughtBy(context: PurchaseContext, entry: Entry, list: List): Sought {
  const quoteShared =
    entry.quoteRef !== null &&
    context.journal
      .ofQuote(entry.marketplace, entry.quoteRef)
      .some(({ id, submittedAt }) => id !== entry.id && submittedAt !== null);
  const sent = entry.submittedAt ?? entry.createdAt;
  const last = Math.max(
    sent,
    ...context.journal
      .timeline(entry.id)
      .filter(({ event }) => event === 'resumed' || event === 'wait_requested')
      .map(({ at }) => at),
  );
  const then =
    entry.clockOffset === null ? null : { least: entry.clockOffset, most: entry.clockOffset + 1_000 };
  const offset = withStamps(context, entry, list, widened(then, list.offset));
  if (offset === null) return { entry, quoteShared, made: null };
  const margin = CLOCK_MARGIN_MS + (then === null ? UNKNOWN_THEN_MS : 0);
  return {
    entry,
    quoteShared,
    made: { from: sent + offset.least - margin, until: last + offset.most + margin + LATE_CALL_MS },
  };
}

/** A Call that is known here and stamped before its order left shows that the stamps' clock is further behind. */
function withStamps(
  context: PurchaseContext,
  entry: Entry,
  list: List,
  offset: ClockOffset | null,
): ClockOffset | null {
  if (offset === null) return null;
  const behind = list.calls.flatMap(({ callRef, createdAt }) => {
    const own = createdAt === null ? undefined : context.journal.ofCall(entry.marketplace, callRef);
    return createdAt === null || own?.submittedAt == null ? [] : [createdAt - own.submittedAt];
  });
  return { ...offset, least: Math.min(offset.least, ...behind) };
}

/** Whether a list that was not read completely goes, newest first, back to before the order was sent. */
function reachesBack(calls: readonly ListedCall[], { made }: Sought): boolean {
  const stamps = calls.map(({ createdAt }) => createdAt);
  const last = stamps.at(-1) ?? null;
  const inOrder = stamps.every(
    (stamp, place) => stamp !== null && (place === 0 || stamp <= (stamps[place - 1] ?? stamp)),
  );
  return made !== null && last !== null && last < made.from && inOrder;
}
