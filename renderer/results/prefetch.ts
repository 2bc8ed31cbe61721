/**
 * Reads what a user is about to open while the pointer rests on it: a hand rests on a link for a tenth of a second or
 * more before it clicks. Reading is local and changes nothing, so a wrong guess costs nothing.
 */
import type { Scope } from '#shared/contract/awards.ts';
import { readResultsAddress, type ViewAddress } from '../addresses/results-address.ts';
import { queryClient } from '../api/query-client.ts';
import { calendarQuery } from './calendar/calendar-query.ts';
import { scopeQuery } from './scope-query.ts';
import { requestRows } from './table/selection-rows.ts';

/** What a view of a scope needs first. */
export function prefetchView(
  scope: Scope,
  { view, filter, sort, group }: Pick<ViewAddress, 'view' | 'filter' | 'sort' | 'group'>,
): void {
  if (view === 'table') requestRows({ scope, filter, sort, group });
  if (view === 'calendar')
    for (const each of [filter, {}]) void queryClient.prefetchQuery(calendarQuery(scope, each));
  void queryClient.prefetchQuery(scopeQuery(scope));
}

/** For `onPointerOver`, `onPointerDown` and `onFocus` of any element with links into Results. */
export function prefetchLink({ target }: { target: EventTarget }): void {
  const link = (target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/results?"]');
  if (link === null) return;
  const { scope, ...address } = readResultsAddress(link.search);
  if (scope !== null) prefetchView(scope, address);
}
