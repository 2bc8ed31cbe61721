import { firstItems, flag, instant, kindOf, label, member, text, unknownKind } from '../reading.ts';
import { readUsage, type Usage } from './usage.ts';

export type ListedCall = {
  callRef: string;
  toolRef: string | null;
  /** The service's own word; empty where it tells none. */
  state: string;
  resultKind: string | null;
  usage: Usage | null;
  receiptRef: string | null;
  createdAt: number | null;
  updatedAt: number | null;
};

export type CallListReading =
  | {
      kind: 'available';
      /** Items without a reference cannot be told apart and are left out, as are more than a page may hold; `unread` counts them. */
      items: ListedCall[];
      unread: number;
      hasMore: boolean;
      nextCursor: string | null;
    }
  | { kind: 'unreadable'; why: string };

export function readCallList(body: unknown): CallListReading {
  const kind = kindOf(body);
  if (kind?.folded !== 'available') return { kind: 'unreadable', why: unknownKind('list of Calls', kind) };
  const listed = member(body, 'items');
  if (!Array.isArray(listed))
    return { kind: 'unreadable', why: 'The list of Calls carries no list of items.' };
  const items = firstItems(listed).flatMap(readItem);
  const nextCursor = label(member(body, 'nextCursor'));
  return {
    kind: 'available',
    items,
    unread: listed.length - items.length,
    hasMore: flag(member(body, 'hasMore')) ?? nextCursor !== null,
    nextCursor,
  };
}

function readItem(item: unknown): ListedCall[] {
  const callRef = text(member(item, 'callRef'));
  if (callRef === null) return [];
  return [
    {
      callRef,
      toolRef: text(member(item, 'toolRef')),
      state: text(member(item, 'state')) ?? '',
      resultKind: text(member(item, 'resultKind')),
      usage: readUsage(member(item, 'usage')),
      receiptRef: text(member(item, 'receiptRef')),
      createdAt: instant(member(item, 'createdAt')),
      updatedAt: instant(member(item, 'updatedAt')),
    },
  ];
}
