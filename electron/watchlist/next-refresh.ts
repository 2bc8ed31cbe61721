/** Plans the next refresh of a saved search: its request, its time and its price. Pure. */

import { suggestedRefresh } from '#shared/award-analysis/suggested-refresh.ts';
import type { Watched } from '#shared/contract/watchlist.ts';
import { type CalendarDate, isCalendarDate } from '#shared/dates.ts';
import { type Amount, multiplyAmount } from '#shared/money.ts';
import type { WatchedSearch } from '#shared/records/watched-search.ts';
import type { Saved } from './watch-store.ts';

/** The input sent to a Tool; `provider` is '' if unknown. */
type ToolRequest = { toolRef: string; provider: string; input: Readonly<Record<string, unknown>> };

/** The Tool of the same source that can repeat a request now; null if the cached catalogue has none. */
export type ToolFor = (
  request: ToolRequest,
) => { toolRef: string; listedPrice: Amount | null; dataUse: string[] } | null;

/** Caches lookups, since many searches may use the same Tool. */
export function memoiseToolFor(toolFor: ToolFor): ToolFor {
  const known = new Map<string, ReturnType<ToolFor>>();
  return (request) => {
    const name = JSON.stringify([request.toolRef, request.provider]);
    const found = known.has(name) ? known.get(name) : toolFor(request);
    known.set(name, found ?? null);
    return found ?? null;
  };
}

/** When a search is due for its next refresh. @param today the user’s local date */
export function nextRefresh({ criteria, refreshes }: WatchedSearch, today: CalendarDate): Watched['next'] {
  const { start_date: from, end_date: until } = JSON.parse(criteria) as Record<string, unknown>;
  const day = (value: unknown) => (typeof value === 'string' && isCalendarDate(value) ? value : null);
  return suggestedRefresh({ refreshes, from: day(from), until: day(until), today });
}

/** The pages and price of one refresh: those of the last full run, or the first page alone if the user chose that. */
export function plannedRefreshOf(
  search: WatchedSearch,
  saved: Saved | undefined,
  toolFor: ToolFor,
): Watched['refresh'] {
  const { request, lastPrice, full } = search;
  const tool = toolFor(request);
  const firstPageOnly = saved?.firstPageOnly === 1;
  const pages = firstPageOnly ? 1 : search.pages;
  const listedPrice = tool?.listedPrice ?? null;
  const price = lastPrice ?? listedPrice;
  return {
    toolRef: tool?.toolRef ?? null,
    input: request.input,
    pages,
    firstPageOnly,
    pagesBefore: search.pages,
    full,
    lastPrice,
    listedPrice,
    cost: price === null ? null : multiplyAmount(price, pages),
    dataUse: tool?.dataUse ?? [],
  };
}
