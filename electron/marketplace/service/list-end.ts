import { fold } from '../answers/fold.ts';
import { list as listOf, member, membersOf, text } from '../answers/reading.ts';
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

type Read = { map?: AnswerMap | undefined; came?: Came | undefined };

/**
 * What asks for the next page (§1.3), as the operation takes it: a cursor, a number, or what stands under its name in a
 * link to that page. Null where nothing says, only where this page is, or the operation takes nothing of the kind.
 */
export function cursorAfter(
  role: AnswerRole,
  list: List,
  requested: string | null = null,
  { map, came }: Read = {},
): string | null {
  if (map?.cursor === null) return null;
  const said = list.nextCursor ?? linkTo(list.links) ?? readListHeaders(came).next;
  const next =
    said !== null
      ? isLink(said)
        ? inLink(said, map?.cursor)
        : said
      : declares(role, list.kind, 'nextCursor', map)
        ? null
        : nextNumber(list, map);
  return next === requested ? null : next;
}

const isLink = (said: string): boolean => /^(?:https?:\/\/|[/?].*\?|\?)/i.test(said);

/** What a link to a page has under the operation's own name of a cursor. */
function inLink(link: string, name: string | undefined): string | null {
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1).replace(/#.*$/u, ''));
  return [...query].find(([one]) => name !== undefined && fold(one) === fold(name))?.[1] ?? null;
}

function nextNumber(list: List, map?: AnswerMap): string | null {
  const { items, total, limit, page, pages } = list;
  const own = fold(map?.cursor ?? '');
  // A page that says both where it begins and its number is asked for by what the operation takes.
  const offset = own.includes('page') && !own.endsWith('offset') && page !== null ? null : list.offset;
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

/** What names the next page among links, as HAL, JSON:API and others write them; null if nothing does. */
const nextAmong = (links: unknown): unknown =>
  listOf(links).find((one) => membersOf(one)?.rel === 'next') ?? membersOf(links)?.next ?? null;

function linkTo(links: unknown): string | null {
  const next = nextAmong(links);
  return text(next) ?? text(member(next, 'href'));
}

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
  { map, came }: Read,
): boolean | null {
  const { kind, hasMore, isLast } = list;
  const flags = [
    ...(declares(role, kind, 'hasMore', map) ? [hasMore] : []),
    ...(declares(role, kind, 'isLast', map) ? [isLast === null ? null : !isLast] : []),
  ];
  const isNamed = readListHeaders(came).further || nextAmong(list.links) !== null;
  if (isNamed || nextCursor !== null || flags.includes(true)) return true;
  if (flags.length > 0) return flags.includes(false) && list.nextCursor === null ? false : null;
  // A comparison has no pages unless it declares them. A cursor that leads nowhere is no end.
  const isNumbered = (list.offset ?? list.page) !== null && (list.total ?? list.pages) !== null;
  const isEnd = role === 'compare' || isNumbered || declares(role, kind, 'nextCursor', map);
  return isEnd && (list.nextCursor ?? nextNumber(list, map)) === null ? false : null;
}

/** Whether a list lacks a count that it declares, so that nothing shows that it is whole. */
export const lacksCount = (role: AnswerRole, list: List, map?: AnswerMap): boolean =>
  (['count', 'total'] as const).some((name) => list[name] === null && declares(role, list.kind, name, map));
