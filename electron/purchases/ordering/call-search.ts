import { label, member } from '../../marketplace/answers/reading.ts';
import type { ListedCall } from '../../marketplace/service/vocabulary.ts';
import { jsonOfColumn } from '../../storage/json-of-column.ts';
import type { Entry } from '../journal/entry.ts';
import type { Uses } from '../journal/purchase-context.ts';
import { ORDER_RESTORED } from '../journal/purchase-events.ts';
import { readCallPages } from './call-pages.ts';

/**
 * What the service's list of Calls says of an order without an answer. `own`: the one Call that names its key or its
 * quote; without it, only the user knows. `unplaced`: the Calls of which the list does not say whose they are.
 */
export type Search = { own: ListedCall | null; unplaced: readonly ListedCall[]; complete: boolean };

/**
 * Searches the service's list for the Call of an order without an answer: by its idempotency key, or its quote where no
 * other purchase has the same. Nothing else proves whose a Call is: another program may buy the same with the same
 * account in the same seconds.
 */
export async function findInCallList(
  context: Uses<'marketplace' | 'closed' | 'journal'>,
  entry: Entry,
): Promise<Search> {
  const { calls, missing, isReadable } = await readCallPages(context);
  if (!isReadable) return { own: null, unplaced: [], complete: false };
  const disowned = disownedByUser(context, entry);
  // Overlapping pages repeat Calls.
  const listed = [...new Map(calls.map((call) => [call.callRef, call])).values()].filter(
    ({ callRef }) =>
      !disowned.has(callRef) &&
      (context.journal.ofCall(entry.marketplace, callRef)?.id ?? entry.id) === entry.id,
  );
  const ownerOf = ({ callRef, idempotencyKey, quoteRef }: ListedCall): boolean | null => {
    if (entry.callRef !== null) return callRef === entry.callRef;
    if (idempotencyKey !== null) return idempotencyKey === entry.idempotencyKey;
    if (quoteRef === null) return null;
    if (quoteRef !== entry.quoteRef) return false;
    return context.journal.ofQuote(entry.marketplace, quoteRef).length > 1 ? null : true;
  };
  const own = listed.filter((call) => ownerOf(call) === true);
  const [only, ...others] = own;
  // Two Calls that both name it contradict each other.
  if (only !== undefined && others.length === 0) return { own: only, unplaced: [], complete: true };
  const unplaced = own.length > 0 ? own : listed.filter((call) => ownerOf(call) === null);
  return { own: null, unplaced, complete: missing === null };
}

/** The event by which the user states that a Call is not this purchase's. */
export const DISOWNED = 'call_disowned';

/** Only statements made here count: a restored file may contain anything. */
function disownedByUser(context: Uses<'journal'>, { id }: Entry): ReadonlySet<string> {
  const timeline = context.journal.timeline(id);
  const here = timeline.slice(timeline.findLastIndex(({ event }) => event === ORDER_RESTORED) + 1);
  return new Set(
    here
      .filter(({ event }) => event === DISOWNED)
      .flatMap(({ detail }) => label(member(jsonOfColumn(detail), 'callRef')) ?? []),
  );
}
