import { list as listOf, membersOf } from '../answers/reading.ts';
import type { AnswerMap } from './answer-map.ts';
import { observedMap } from './derive-map.ts';
import { type Came, readListHeaders } from './list-headers.ts';
import type { AnswerRole } from './vocabulary.ts';

/** What a list that was read says of itself, and the map by which it was read. */
type List = {
  kind: string;
  hasMore: boolean | null;
  isLast: boolean | null;
  nextCursor: string | null;
  count: number | null;
  total: number | null;
  items: { sent: number } | null;
  limit: number | null;
  offset: number | null;
  page: number | null;
  pages: number | null;
  links: unknown;
};

/** Where the next page is: at a cursor, or at a number (§1.3); null where nothing says, or only where this page is. */
export function cursorAfter(
  role: AnswerRole,
  list: List,
  requested: string | null = null,
  map?: AnswerMap,
): string | null {
  const next = declares(role, list.kind, 'nextCursor', map) ? list.nextCursor : nextNumber(list);
  return next === requested ? null : next;
}

function nextNumber({ items, total, limit, offset, page, pages }: List): string | null {
  const sent = items?.sent ?? 0;
  const all = total ?? Number.POSITIVE_INFINITY;
  if (sent === 0 || (total ?? pages) === null) return null;
  if (offset !== null) return offset + sent < all ? String(offset + sent) : null;
  if (page === null) return null;
  // Whether pages are counted from 0 or 1 is told by the first alone: at the end one may be asked for too much.
  const isLast =
    page === 0 ? sent >= all || pages === 1 : sent < (limit ?? 1) || page >= (pages ?? all / (limit ?? 1));
  return isLast ? null : String(page + 1);
}

const namesNext = (links: unknown): boolean =>
  listOf(links).some((one) => membersOf(one)?.rel === 'next') || (membersOf(links)?.next ?? null) !== null;

/** Whether the operation declares a field in its answers of this kind. */
export const declares = (role: AnswerRole, kind: string, field: string, map?: AnswerMap): boolean =>
  (map ?? observedMap(role)).variants.some((one) => one.kind === kind && one.fields[field] !== undefined);

/**
 * @param nextCursor as of `cursorAfter`
 * @returns whether there is a further page; null where nothing says so: not what is declared and does not come (§1.4)
 */
export function hasFurtherPage(
  role: AnswerRole,
  list: List,
  nextCursor: string | null,
  { map, came }: { map?: AnswerMap | undefined; came?: Came | undefined },
): boolean | null {
  const { kind, hasMore, isLast } = list;
  const flags = [
    ...(declares(role, kind, 'hasMore', map) ? [hasMore] : []),
    ...(declares(role, kind, 'isLast', map) ? [isLast === null ? null : !isLast] : []),
  ];
  if (readListHeaders(came).further || nextCursor !== null || flags.includes(true) || namesNext(list.links))
    return true;
  if (flags.length > 0) return flags.includes(false) && list.nextCursor === null ? false : null;
  // A comparison has no pages unless it declares them. A cursor that leads nowhere is no end.
  const isNumbered = (list.offset ?? list.page) !== null && (list.total ?? list.pages) !== null;
  const isEnd = role === 'compare' || isNumbered || declares(role, kind, 'nextCursor', map);
  return isEnd && (list.nextCursor ?? nextNumber(list)) === null ? false : null;
}

/** Whether a list lacks a count that it declares, so that nothing shows that it is whole. */
export const lacksCount = (role: AnswerRole, list: List, map?: AnswerMap): boolean =>
  (['count', 'total'] as const).some((name) => list[name] === null && declares(role, list.kind, name, map));
