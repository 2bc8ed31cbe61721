import { furtherFlags } from './further-page.ts';
import { type Came, readListHeaders } from './list-headers.ts';
import { nextCursorIn } from './next-cursor.ts';
import { findPartialReason } from './partial-list.ts';
import { firstItems, instant, kindOf, label, member, text, unknownKind } from './reading.ts';
import { recordOf, referenceIn, WRAPPINGS } from './shape.ts';
import { readUsage, type Usage, usageIn } from './usage.ts';

export type ListedCall = {
  callRef: string;
  toolRef: string | null;
  /** The service's own state; empty if absent. */
  state: string;
  resultKind: string | null;
  usage: Usage | null;
  receiptRef: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  /** The item as received, for further evidence of which purchase it belongs to. */
  item: unknown;
};

export type CallListReading =
  | {
      kind: 'available';
      /** Items without a reference, and those beyond the page limit, are left out; `unread` counts them. */
      items: ListedCall[];
      unread: number;
      hasMore: boolean;
      /** Whether the list states its end, and no other member suggests that items are missing. */
      ends: boolean;
      nextCursor: string | null;
    }
  | { kind: 'unreadable'; why: string };

const LISTS = ['items', 'calls', 'executions', 'runs', 'data', 'results'];

/**
 * `before`: items on earlier pages. `readAt`: when this page was received, in UTC ms. `came`: its status and headers.
 * `sent`: the cursor that it was requested with.
 */
export type CallListPage = { before: number; readAt: number; came?: Came; sent?: string | undefined };

/** Reads a list of Calls. One without a kind is recognised by its items. */
export function readCallList(answer: unknown, page?: CallListPage): CallListReading {
  const body = Array.isArray(answer) ? { items: answer } : recordOf(answer);
  const kind = kindOf(body);
  if (kind !== null && kind.folded !== 'available')
    return { kind: 'unreadable', why: unknownKind('list of Calls', kind) };
  const found = member(body, ...LISTS);
  // A list with a kind may nest its items in a wrapper.
  const within = Array.isArray(found) ? null : found;
  const listed = within === null ? found : member(within, ...LISTS);
  if (!Array.isArray(listed) && kind === null)
    return { kind: 'unreadable', why: unknownKind('list of Calls', kind) };
  if (!Array.isArray(listed))
    return { kind: 'unreadable', why: 'The list of Calls carries no list of items.' };
  const items = firstItems(listed).flatMap(readListedCall);
  const nextCursor =
    nextCursorIn(body, page?.came, page?.sent) ?? nextCursorIn(within, undefined, page?.sent);
  // Paging members sit beside the items or in records of their own.
  const hasMore = [body, within].flatMap(furtherFlags);
  return {
    kind: 'available',
    items,
    unread: listed.length - items.length,
    hasMore: hasMore.length === 0 ? nextCursor !== null : hasMore.includes(true),
    ends:
      hasMore.length > 0 &&
      !hasMore.includes(true) &&
      nextCursor === null &&
      [answer, body, within].every((one) => areMembersHarmless(one, listed.length, page)) &&
      areHeadersHarmless(listed.length, page),
    nextCursor,
  };
}

/**
 * Whether every member beside a list is known to be harmless. Its wrapper is judged separately, since the two may
 * contradict each other.
 */
function areMembersHarmless(place: unknown, sent: number, page?: CallListPage): boolean {
  const { before = 0, readAt = Number.NaN } = page ?? {};
  const listName = LISTS.find((name) => typeof member(place, name) === 'object');
  const wrapping = listName === undefined ? WRAPPINGS : [listName];
  return (
    findPartialReason(place, {
      skipped: wrapping,
      sent,
      readAt,
      isContinuation: before > 0,
      counts: [sent, before + sent],
      unknownIsHarmless: true,
    }) === null
  );
}

/** Whether neither status nor headers state that there is more than was received. */
function areHeadersHarmless(
  sent: number,
  { before, came }: CallListPage = { before: 0, readAt: 0 },
): boolean {
  const { further, counts, partialReason } = readListHeaders(came);
  return (
    !further && partialReason === null && counts.every((count) => count === sent || count === before + sent)
  );
}

/** Reads one list item; empty if it names no Call. */
export function readListedCall(item: unknown): ListedCall[] {
  const callRef = referenceIn(item, 'callRef');
  if (callRef === null) return [];
  return [
    {
      callRef,
      toolRef: label(member(item, 'toolRef')),
      state: text(member(item, 'state')) ?? '',
      resultKind: text(member(item, 'resultKind')),
      usage: readUsage(usageIn(item)),
      receiptRef: text(member(item, 'receiptRef')),
      createdAt: instant(member(item, 'createdAt')),
      updatedAt: instant(member(item, 'updatedAt')),
      item,
    },
  ];
}
