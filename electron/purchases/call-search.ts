import { type ListedCall, readCallList } from '../marketplace/readers/call-list.ts';
import type { Entry } from './entry.ts';
import type { Room } from './room.ts';

/** Clocks of service and machine may differ by this much when a Call is looked for in the list, in ms. */
const CLOCK_MARGIN_MS = 120_000;
const LIST_PAGES_AT_MOST = 20;

/** Whether a Call in the list could as well be that of another purchase of this Tool whose acknowledgement is missing. */
const mayBelongToAnother = (room: Room, entry: Entry): boolean =>
  room.journal
    .inStates(['submitted', 'unknown'])
    .some(
      (other) =>
        other.id !== entry.id &&
        other.callRef === null &&
        other.marketplace === entry.marketplace &&
        other.toolRef === entry.toolRef,
    );

/**
 * Looks for the Call of a lost acknowledgement in the service's list: a Call of this Tool, made since the command was
 * sent, that belongs to no other purchase. Exactly one is taken for it, and only while no other purchase of this Tool is
 * looking for its Call too; anything else tells nothing, and repeating the order with its key (§7.3) remains.
 * `searched` is true only where the list was read back to before the command was sent.
 */
export async function findInCallList(
  room: Room,
  entry: Entry,
): Promise<{ callRef: string | null; searched: boolean }> {
  const since = (entry.submittedAt ?? entry.createdAt) - CLOCK_MARGIN_MS;
  const candidates: ListedCall[] = [];
  let cursor: string | null = null;
  let searched = false;
  for (let page = 0; page < LIST_PAGES_AT_MOST && !searched; page++) {
    const asked = await room
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!asked.ok || room.closed()) return { callRef: null, searched: false };
    const list = readCallList(asked.answer.body);
    if (list.kind !== 'available' || list.unread > 0) return { callRef: null, searched: false };
    candidates.push(
      ...list.items.filter(
        (item) =>
          item.toolRef === entry.toolRef &&
          (item.createdAt ?? 0) >= since &&
          room.journal.ofCall(entry.marketplace, item.callRef) === undefined,
      ),
    );
    searched = !list.hasMore || list.items.some((item) => item.createdAt !== null && item.createdAt < since);
    cursor = list.nextCursor;
    if (list.hasMore && cursor === null) break;
  }
  const [only, ...others] = candidates;
  if (only === undefined) return { callRef: null, searched };
  if (others.length > 0 || mayBelongToAnother(room, entry)) return { callRef: null, searched: false };
  room.journal.note(entry.id, 'found', 'main', 'Found in the list of Calls at the service.', null, only);
  return { callRef: only.callRef, searched };
}
