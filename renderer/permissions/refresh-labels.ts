import type { Watched, WatchRule } from '#shared/contract/watchlist.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { type Amount, compareAmounts } from '#shared/money.ts';
import { type Limits, limitsIn } from '#shared/purchase/limits.ts';
import type { RefreshRequest, SearchToRefresh } from '../quote/batches/next-pages-sheet.ts';
import { spanLabel } from '../ui/relative-time.ts';
import type { Grantable } from './grant-fields.tsx';

/** Whether its next refresh is due. */
export const isDue = ({ next }: Watched, now: number): boolean => next.kind === 'at' && next.at <= now;

/** When the next refresh is worth its price: `due for 2 d`, `in 3 d`, `departed`. */
export function nextRefreshLabel({ next }: Watched, now: number): string {
  if (next.kind === 'over') return 'departed';
  return next.at <= now ? `due for ${spanLabel(now - next.at)}` : `in ${spanLabel(next.at - now)}`;
}

/** The reasons, a line each: its longest wait, and how often it changed. */
export function whyThenLines({ next }: Watched): string[] {
  if (next.kind === 'over') return [];
  const every = `every ${spanLabel(next.everyMs)}`;
  return next.of === 0
    ? [every]
    : [every, `${formatNumber(next.changes)} of ${formatNumber(next.of)} changed`];
}

export function ruleLabel({ milesBelow, seatsMin, direct, cheapestPercent }: WatchRule): string {
  const parts = [
    milesBelow === null ? null : `fewer than ${formatNumber(milesBelow)} miles`,
    seatsMin === null ? null : `${plural(seatsMin, 'seat')} or more`,
    direct ? 'direct' : null,
    cheapestPercent === null ? null : `among the cheapest ${cheapestPercent}%`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** What can be bought for a search; null where the cached catalogue has no Tool for it. */
function toRefresh({ searchId, title, refresh }: Watched): SearchToRefresh | null {
  if (refresh.toolRef === null) return null;
  const { toolRef, input, pages, dataUse } = refresh;
  return {
    searchId,
    title,
    toolRef,
    input,
    pages,
    pagePrice: refresh.listedPrice ?? refresh.lastPrice,
    dataUse,
  };
}

/** Whether a price is above the limit for one Call in its currency, if there is one. */
function isAbove(price: Amount | null, limits: Limits): boolean {
  const held = price === null ? undefined : limitsIn(limits, price.currency);
  return price !== null && held !== undefined && compareAmounts(price, held.perCall) > 0;
}

/** The most pages of one refresh under a permission. */
const MOST_PAGES = 50;

/** A suggestion as somebody would type it: whole days from two days on, whole hours below. */
const suggestedHours = (everyMs: number): number => {
  const hours = Math.max(1, Math.round(everyMs / 3_600_000));
  return hours < 48 ? hours : 24 * Math.round(hours / 24);
};

export function grantableOf({ searchId, title, refresh, next }: Watched): Grantable | null {
  if (refresh.toolRef === null) return null;
  return {
    searchId,
    title,
    toolRef: refresh.toolRef,
    input: refresh.input,
    pagePrice: refresh.listedPrice ?? refresh.lastPrice,
    pages: Math.min(refresh.pages, MOST_PAGES),
    suggestedHours: next.kind === 'over' ? null : suggestedHours(next.everyMs),
  };
}

/**
 * What one approval would refresh of these searches, and why the others are excluded.
 * @param limits leaves out what they allow no Call of
 */
export function refreshOf(searches: readonly Watched[], limits?: Limits): RefreshRequest {
  const leftOut: { title: string; why: string }[] = [];
  const chosen = searches.flatMap((search) => {
    const one = toRefresh(search);
    const why =
      one === null
        ? 'the cached catalogue has no award search Tool for it.'
        : search.next.kind === 'over'
          ? 'its last date has passed.'
          : search.openPurchase !== null
            ? 'an earlier purchase of it is not settled yet.'
            : limits !== undefined && isAbove(one.pagePrice, limits)
              ? 'a page of it costs more than your limit for one Call.'
              : null;
    if (why !== null) leftOut.push({ title: search.title, why });
    return one === null || why !== null ? [] : one;
  });
  return { searches: chosen, leftOut };
}
