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
};

/** Whether the operation declares a field in its answers of this kind. */
export const declares = (role: AnswerRole, kind: string, field: string, map?: AnswerMap): boolean =>
  (map ?? observedMap(role)).variants.some((one) => one.kind === kind && one.fields[field] !== undefined);

/**
 * @param nextCursor where the next page is; null where nothing says, or only where this page is
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
  if (readListHeaders(came).further || nextCursor !== null || flags.includes(true)) return true;
  if (flags.length > 0) return flags.includes(false) ? false : null;
  // A comparison has no pages unless it declares them. A cursor that leads nowhere is no end.
  const isEnd = role === 'compare' || declares(role, kind, 'nextCursor', map);
  return isEnd && list.nextCursor === null ? false : null;
}

/** Whether a list lacks a count that it declares, so that nothing shows that it is whole. */
export const lacksCount = (role: AnswerRole, list: List, map?: AnswerMap): boolean =>
  (['count', 'total'] as const).some((name) => list[name] === null && declares(role, list.kind, name, map));
