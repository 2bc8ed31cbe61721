import type { Answer } from '../../marketplace/http/answer.ts';
import { cursorAfter, hasFurtherPage } from '../../marketplace/service/list-end.ts';
import { readListHeaders } from '../../marketplace/service/list-headers.ts';
import { readAnswer } from '../../marketplace/service/read-answer.ts';
import type { AnswerReading, ListedCall } from '../../marketplace/service/vocabulary.ts';
import type { Uses } from '../journal/purchase-context.ts';

const PAGES_AT_MOST = 100;

export type CallPages = {
  /** Overlapping pages repeat Calls. */
  calls: readonly ListedCall[];
  /** Why the list may hold more than `calls`; null only if it states its end and no item was left out. */
  missing: string | null;
  /** False if a page, or an item of it, could not be read. */
  isReadable: boolean;
};

/** Reads every page of the service's list of Calls. Read-only. */
export async function readCallPages(context: Uses<'marketplace' | 'closed'>): Promise<CallPages> {
  const calls: ListedCall[] = [];
  const ended = (missing: string | null, isReadable: boolean) => ({ calls, missing, isReadable });
  const cursors = new Set<string>();
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page++) {
    const reply = await context
      .marketplace()
      .ask('callList', { limit: 100, ...(cursor === null ? {} : { cursor }) });
    if (!reply.ok) return ended(reply.failure.message, false);
    if (context.closed()) return ended('Milepost was closed meanwhile.', false);
    const list = readAnswer('callList', reply.answer);
    if (list.kind === 'unreadable') return ended(list.why, false);
    const { items, sent } = list.items;
    calls.push(...items);
    if (sent > items.length)
      return ended(`${sent - items.length} Calls in the list carry no reference.`, false);
    const read = { map: reply.answer.map, came: reply.answer };
    const next = cursorAfter('callList', list, cursor, read);
    const more = hasFurtherPage('callList', list, next, read);
    if (more === false) return ended(whyIncomplete(list, calls.length, reply.answer), true);
    cursor = next;
    if (cursor === null)
      return ended(
        more === true
          ? 'The service says that there are more Calls, but not where.'
          : 'The service’s list does not show that it holds every Call.',
        true,
      );
    if (cursors.has(cursor)) return ended('The service’s list goes round in a circle.', true);
    cursors.add(cursor);
  }
  return ended('The list is longer than Milepost reads.', true);
}

type List = Extract<AnswerReading<'callList'>, { kind: 'available' }>;

/** Why a list that ends may still lack Calls; null if nothing suggests it. */
function whyIncomplete(list: List, read: number, answer: Answer) {
  const { items, count, total, partial, complete } = list;
  const headers = readListHeaders(answer);
  const counts = [count, total, ...headers.counts].filter((one) => one !== null);
  const isWhole =
    partial !== true &&
    complete !== false &&
    !headers.partial &&
    counts.every((one) => one === items.sent || one === read);
  return isWhole ? null : 'The service’s list does not show that it holds every Call.';
}
