/**
 * Reads what a person is about to open while the pointer is still on its way down: a hand rests on a link for a tenth
 * of a second or more before it clicks. Reading is local and changes nothing, so that a wrong guess costs nothing either.
 */
import type { Scope } from '#shared/contract/awards.ts';
import { queryClient } from '../query-client.ts';
import { calendarQuery } from './calendar-query.ts';
import { foreseeRecords } from './record-windows.ts';
import { type ResultsAddress, readResultsAddress } from './results-address.ts';
import { scopeQuery } from './scope-query.ts';

/** What a view of a scope begins with. */
export function foreseeView(
  scope: Scope,
  { view, filter, sort, group }: Omit<ResultsAddress, 'scope'>,
): void {
  if (view === 'table') foreseeRecords({ scope, filter, sort, group });
  if (view === 'calendar')
    for (const each of [filter, {}]) void queryClient.prefetchQuery(calendarQuery(scope, each));
  void queryClient.prefetchQuery(scopeQuery(scope));
}

/** For `onPointerOver`, `onPointerDown` and `onFocus` of whatever holds links into Results. */
export function foreseeLink({ target }: { target: EventTarget }): void {
  const link = (target as HTMLElement).closest<HTMLAnchorElement>('a[href^="/results?"]');
  if (link === null) return;
  const { scope, ...address } = readResultsAddress(link.search);
  if (scope !== null) foreseeView(scope, address);
}
