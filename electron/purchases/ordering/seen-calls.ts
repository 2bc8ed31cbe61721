import { compareAmounts } from '#shared/money.ts';
import { chargeDiffers } from '#shared/purchase/charge.ts';
import { type ListedCall, readListedCall } from '../../marketplace/answers/call-list.ts';
import { label, member } from '../../marketplace/answers/reading.ts';
import { moneyIn, type StatedMoney } from '../../marketplace/answers/stated-money.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Entry } from '../journal/entry.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';
import { chargeOfEntry, type StatedCharge, statedIn } from '../journal/spending.ts';
import { isOfSameAccount } from './purchase-account.ts';

/** The event that stores what lists of Calls showed during a search. */
const LISTED = 'calls_listed';

/** The most foreign Calls stored per list, newest first: a lagging list omits the newest. */
const REMEMBERED_AT_MOST = 100;
/** Purchases made here within this time, in ms, must be in a complete list; older ones may have been dropped. */
const STILL_LISTED_MS = 86_400_000;

/** What earlier lists showed during this purchase's search. */
export type SeenCalls = {
  refs: ReadonlySet<string>;
  /** Calls that could be its own, as listed; some may by now be known to be another's. */
  candidates: ReadonlyMap<string, ListedCall>;
  /** The largest charge stated for each candidate. */
  charges: ReadonlyMap<string, StatedCharge>;
};

/** A possible own Call, with its status if read. */
export type Candidate = { call: ListedCall; status?: unknown };

/** Read from the history, so that it survives restarts and later lists. */
export function seenCalls(context: PurchaseContext, entry: Entry): SeenCalls {
  const refs = new Set<string>();
  const candidates = new Map<string, ListedCall>();
  const charges = new Map<string, StatedCharge>();
  for (const { event, detail } of context.journal.timeline(entry.id)) {
    const listed = event === LISTED ? member(jsonOfColumn(detail), 'calls') : null;
    for (const one of Array.isArray(listed) ? listed : []) {
      const callRef = label(member(one, 'callRef'));
      if (callRef !== null) refs.add(callRef);
      for (const call of readListedCall(member(one, 'item'))) candidates.set(call.callRef, call);
      const charge = statedIn(entry, member(one, 'money'));
      if (callRef !== null && isMore(entry, charge, charges.get(callRef))) charges.set(callRef, charge);
    }
  }
  return { refs, candidates, charges };
}

/** A charge stated for a Call before its owner was known: it counts for the purchase that owns it. */
export const rememberedCharge = (
  context: PurchaseContext,
  entry: Entry,
  callRef: string,
): Partial<StatedCharge> => seenCalls(context, entry).charges.get(callRef) ?? {};

/** Whether a charge outranks another: one that differs from the approval comes first, then the larger. */
function isMore(
  entry: Entry,
  charge: StatedCharge | null,
  known: StatedCharge | undefined,
): charge is StatedCharge {
  if (charge === null || known === undefined) return charge !== null;
  const [alarm, knownAlarm] = [charge, known].map((one) =>
    chargeDiffers(chargeOfEntry({ ...entry, ...one })),
  );
  if ((alarm === null) !== (knownAlarm === null)) return alarm !== null;
  if (charge.charged === null || known.charged === null)
    return known.charged === null && charge.charged !== null;
  return (
    charge.charged.currency === known.charged.currency && compareAmounts(charge.charged, known.charged) > 0
  );
}

/** Records what a list shows for the first time: references of Calls, and candidates in full. */
export function rememberCalls(
  context: PurchaseContext,
  entry: Entry,
  seen: SeenCalls,
  shown: { others: readonly ListedCall[]; candidates: readonly Candidate[] },
): void {
  const candidates = shown.candidates.flatMap(({ call: { callRef, item }, status }) => {
    const stated = [status, item].flatMap((one) => moneyIn(one) ?? []);
    const most = stated.reduce<StatedMoney | undefined>(
      (known, one) =>
        isMore(entry, statedIn(entry, one), statedIn(entry, known) ?? undefined) ? one : known,
      undefined,
    );
    const isNew =
      !seen.candidates.has(callRef) || isMore(entry, statedIn(entry, most), seen.charges.get(callRef));
    return isNew ? [{ callRef, item, money: most }] : [];
  });
  const others = shown.others
    .filter(({ callRef }) => !seen.refs.has(callRef))
    .sort((one, other) => (other.createdAt ?? 0) - (one.createdAt ?? 0))
    .slice(0, REMEMBERED_AT_MOST);
  if (candidates.length + others.length === 0) return;
  const could = candidates.length === 1 ? '1 Call' : `${candidates.length} Calls`;
  context.journal.note(entry.id, {
    event: LISTED,
    by: 'main',
    words:
      candidates.length === 0
        ? 'The service’s list of Calls shows none that could be this purchase’s and was not seen before.'
        : `The service’s list shows ${could} that could be this purchase’s.`,
    detail: { calls: [...candidates, ...others.map(({ callRef }) => ({ callRef }))] },
  });
}

/**
 * Whether a list contains everything that it must: what earlier lists showed, and Calls that this machine knows the
 * account to have made around then. A list that omits any is lagging or cut, and proves no absence.
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
 * Whether a list contains a Call ordered here after the lost order: lists lag by an unstated time, and only this
 * proves that the list has reached that order.
 */
export const showsLaterOrder = (
  context: PurchaseContext,
  entry: Entry,
  shown: ReadonlyMap<string, unknown>,
): boolean =>
  context.journal
    .orderedSinceLost(entry.id)
    .some((one) => isOfSameAccount(one, entry) && one.callRef !== null && shown.has(one.callRef));
