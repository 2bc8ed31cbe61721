import { doubtBeside } from './beside-list.ts';
import { type Came, headerWords } from './list-headers.ts';
import { firstItems, instant, kindOf, label, member, text, unknownKind } from './reading.ts';
import { recordOf, referenceIn, WRAPPINGS } from './shape.ts';
import { readUsage, type Usage, usageIn } from './usage.ts';

export type ListedCall = {
  callRef: string;
  toolRef: string | null;
  /** The service's own word; empty where it gives none. */
  state: string;
  resultKind: string | null;
  usage: Usage | null;
  receiptRef: string | null;
  createdAt: number | null;
  updatedAt: number | null;
  /** The item as it came: it may say more of whose Call it is. */
  item: unknown;
};

export type CallListReading =
  | {
      kind: 'available';
      /** Items without a reference cannot be distinguished and are left out, as are more than a page may hold; `unread` counts them. */
      items: ListedCall[];
      unread: number;
      hasMore: boolean;
      /** Whether it says itself that it ends here, and nothing beside its items may mean that something is left out. */
      ends: boolean;
      nextCursor: string | null;
    }
  | { kind: 'unreadable'; why: string };

const LISTS = ['items', 'calls', 'executions', 'runs', 'data', 'results'];

/** How many were on the pages before, when this one came, in UTC ms, and its status and headers. */
export type CallListPage = { before: number; readAt: number; came?: Came };

/** A list that names no kind is known by what it lists. */
export function readCallList(answer: unknown, page?: CallListPage): CallListReading {
  const body = Array.isArray(answer) ? { items: answer } : recordOf(answer);
  const kind = kindOf(body);
  if (kind !== null && kind.folded !== 'available')
    return { kind: 'unreadable', why: unknownKind('list of Calls', kind) };
  const found = member(body, ...LISTS);
  // A list that says its kind may lie within what it wraps.
  const within = Array.isArray(found) ? null : found;
  const listed = within === null ? found : member(within, ...LISTS);
  if (!Array.isArray(listed) && kind === null)
    return { kind: 'unreadable', why: unknownKind('list of Calls', kind) };
  if (!Array.isArray(listed))
    return { kind: 'unreadable', why: 'The list of Calls carries no list of items.' };
  const items = firstItems(listed).flatMap(readListedCall);
  // Beside its items, or apart from them, as the catalogue's lists have it.
  const places = [body, within].flatMap((one) => [one, member(one, 'pagination', 'page', 'paging')]);
  const nextCursor =
    places.map((one) => label(member(one, 'nextCursor'))).find((one) => one !== null) ?? null;
  const hasMore = places.map((one) => member(one, 'hasMore')).filter((one) => one !== undefined);
  return {
    kind: 'available',
    items,
    unread: listed.length - items.length,
    hasMore: hasMore.length === 0 ? nextCursor !== null : hasMore.some((one) => one === true),
    ends:
      hasMore.length > 0 &&
      hasMore.every((one) => one === false) &&
      nextCursor === null &&
      [answer, body, within].every((one) => isUndoubted(one, listed.length, page)) &&
      cameWhole(listed.length, page),
    nextCursor,
  };
}

/**
 * Whether all that stands beside a list is known to be harmless. What wraps it is read for itself, since it may say
 * something else than what it wraps.
 */
function isUndoubted(place: unknown, sent: number, page?: CallListPage): boolean {
  const { before = 0, readAt = Number.NaN } = page ?? {};
  const around = LISTS.find((name) => typeof member(place, name) === 'object');
  const wrapping = around === undefined ? WRAPPINGS : [around];
  return (
    doubtBeside(place, {
      apart: wrapping,
      sent,
      readAt,
      goesOn: before > 0,
      counts: [sent, before + sent],
      unknownIsHarmless: true,
    }) === null
  );
}

/** Whether neither status nor headers say that there is more, or other, than came. */
function cameWhole(sent: number, { before, came }: CallListPage = { before: 0, readAt: 0 }): boolean {
  const { further, counts, doubt } = headerWords(came);
  return !further && doubt === null && counts.every((count) => count === sent || count === before + sent);
}

/** One item of a list, as it came; none where it names no Call. */
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
