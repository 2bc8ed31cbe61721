import { type ListedCall, readListedCall } from '../../marketplace/answers/call-list.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import type { Entry } from '../journal/entry.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

/** The event by which a purchase's history keeps what the lists of Calls showed while its own was looked for. */
const LISTED = 'calls_listed';

/** Calls of others that one list is remembered by, the newest first: one that lags leaves out the newest. */
const REMEMBERED_AT_MOST = 100;
/** Purchases made here so much earlier, in ms, stand in a list that is whole; older ones it may have dropped. */
const STILL_LISTED_MS = 86_400_000;

/** What lists showed before while this purchase looked for its Call. */
export type SeenCalls = {
  refs: ReadonlySet<string>;
  /** Those that could be its own, as they were shown; whether each is another's may be known by now. */
  candidates: ReadonlyMap<string, ListedCall>;
};

/** Read from the history, so that neither a restart nor a later list makes it unseen. */
export function seenCalls(context: PurchaseContext, { id }: Entry): SeenCalls {
  const refs = new Set<string>();
  const candidates = new Map<string, ListedCall>();
  for (const { event, detail } of context.journal.timeline(id)) {
    const listed = event === LISTED ? member(JSON.parse(detail ?? 'null'), 'calls') : null;
    for (const one of Array.isArray(listed) ? listed : []) {
      const callRef = label(member(one, 'callRef'));
      if (callRef !== null) refs.add(callRef);
      for (const call of readListedCall(member(one, 'item'))) candidates.set(call.callRef, call);
    }
  }
  return { refs, candidates };
}

/** Writes down what a list shows that none showed before: which Calls, and whole those that could be its own. */
export function rememberCalls(
  context: PurchaseContext,
  { id }: Entry,
  seen: SeenCalls,
  shown: { others: readonly ListedCall[]; candidates: readonly ListedCall[] },
): void {
  const candidates = shown.candidates.filter(({ callRef }) => !seen.candidates.has(callRef));
  const others = shown.others
    .filter(({ callRef }) => !seen.refs.has(callRef))
    .sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))
    .slice(0, REMEMBERED_AT_MOST);
  if (candidates.length + others.length === 0) return;
  const could = candidates.length === 1 ? '1 Call' : `${candidates.length} Calls`;
  context.journal.note(
    id,
    LISTED,
    'main',
    candidates.length === 0
      ? "The service's list of Calls shows none that could be this purchase's and was not seen before."
      : `The service's list shows ${could} that could be this purchase's.`,
    null,
    {
      calls: [
        ...candidates.map(({ callRef, item }) => ({ callRef, item })),
        ...others.map(({ callRef }) => ({ callRef })),
      ],
    },
  );
}

/**
 * Whether a list shows everything that it must: what lists showed before, and the Calls that this machine knows the same
 * account to have made about then. One that leaves any out lags behind, or is cut, and proves no absence.
 */
export function showsAllKnown(
  context: PurchaseContext,
  entry: Entry,
  seen: SeenCalls,
  shown: ReadonlyMap<string, unknown>,
): boolean {
  const since = (entry.submittedAt ?? entry.createdAt) - STILL_LISTED_MS;
  const made = context.journal
    .spentSince(entry.demo, since)
    .filter((one) => one.state === 'completed' && isOfSameAccount(one, entry))
    .flatMap(({ callRef }) => callRef ?? []);
  return [...seen.refs, ...made].every((callRef) => shown.has(callRef));
}

/**
 * Whether a list shows a Call that was ordered here after the order that was lost: lists lag behind, nobody states for how
 * long, and that alone shows that this one has come as far as that order.
 */
export const showsLaterOrder = (
  context: PurchaseContext,
  entry: Entry,
  shown: ReadonlyMap<string, unknown>,
): boolean =>
  context.journal
    .orderedSinceLost(entry.id)
    .some((one) => isOfSameAccount(one, entry) && one.callRef !== null && shown.has(one.callRef));

const isOfSameAccount = (one: Entry, other: Entry): boolean =>
  one.marketplace === other.marketplace &&
  (one.account !== null && other.account !== null
    ? one.account === other.account
    : one.keyMark === other.keyMark);
