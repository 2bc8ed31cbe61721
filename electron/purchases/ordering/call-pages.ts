import { type ListedCall, readCallList } from '../../marketplace/answers/call-list.ts';
import type { Answer } from '../../marketplace/http/answer.ts';
import type { PurchaseContext } from '../journal/purchase-context.ts';

const PAGES_AT_MOST = 100;

export type CallPages = {
  /** Overlapping pages repeat Calls. */
  calls: readonly ListedCall[];
  /** The pages, as received. */
  answers: readonly Answer[];
  /** Why the list may hold more than `calls`; null only if it states its end and no item was left out. */
  missing: string | null;
  /** False if a page, or an item of it, could not be read. */
  isReadable: boolean;
};

/** Reads every page of the service's list of Calls. Read-only. */
export async function readCallPages(context: PurchaseContext): Promise<CallPages> {
  const calls: ListedCall[] = [];
  const answers: Answer[] = [];
  const ended = (missing: string | null, isReadable: boolean) => ({ calls, answers, missing, isReadable });
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page++) {
    const reply = await context
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!reply.ok) return ended(reply.failure.message, false);
    if (context.closed()) return ended('Milepost was closed meanwhile.', false);
    const { body, receivedAt } = reply.answer;
    const list = readCallList(body, {
      before: calls.length,
      readAt: receivedAt,
      came: reply.answer,
      sent: cursor ?? undefined,
    });
    if (list.kind === 'unreadable') return ended(list.why, false);
    calls.push(...list.items);
    answers.push(reply.answer);
    if (list.unread > 0) return ended(`${list.unread} Calls in the list carry no reference.`, false);
    if (list.ends) return ended(null, true);
    cursor = list.nextCursor;
    if (cursor === null)
      return ended(
        list.hasMore
          ? 'The service says that there are more Calls, but not where.'
          : 'The service’s list does not show that it holds every Call.',
        true,
      );
    if (cursors.has(cursor)) return ended('The service’s list goes round in a circle.', true);
    cursors.add(cursor);
  }
  return ended('The list is longer than Milepost reads.', true);
}
