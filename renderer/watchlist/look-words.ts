import type { Watched, WatchRule } from '#shared/contract/watchlist.ts';
import { counted, countWords } from '../components/count-words.ts';
import { spanWords } from '../components/relative-time.ts';
import type { RefreshRequest, SearchToRefresh } from '../quote/next-pages-sheet.ts';
import type { Grantable } from '../settings/grant-fields.tsx';

/** Whether its next look is due. */
export const isDue = ({ next }: Watched, now: number): boolean => next.kind === 'at' && next.at <= now;

/** When the next look is worth its price: `now, for 2 d`, `in 3 d`, `never: its last date has passed`. */
export function nextLookWords({ next }: Watched, now: number): string {
  if (next.kind === 'over') return 'its last date has passed';
  return next.at <= now ? `due for ${spanWords(now - next.at)}` : `in ${spanWords(next.at - now)}`;
}

/** Why then: how often it changed, and how long it waits at most. */
export function whyThenWords({ next }: Watched): string {
  if (next.kind === 'over') return 'Nothing is left to look for.';
  const every = `a look every ${spanWords(next.everyMs)}`;
  return next.of === 0 ? every : `${every}: it changed in ${next.changes} of ${counted(next.of, 'look')}`;
}

/** What one look costs: exact, `at most` where it may have fewer pages than that. */
/** Before the price of a look, where that is an upper bound. */
export const boundWords = ({ look }: Watched): string => (look.full || look.firstPageOnly ? '' : 'at most ');

export function ruleWords({ milesBelow, seatsMin, direct }: WatchRule): string {
  const parts = [
    milesBelow === null ? null : `fewer than ${countWords(milesBelow)} miles`,
    seatsMin === null ? null : `${counted(seatsMin, 'seat')} or more`,
    direct ? 'direct' : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** What can be bought of a search; null where the kept catalogue has no Tool for it. */
export function toRefresh({ searchId, title, look }: Watched): SearchToRefresh | null {
  if (look.toolRef === null) return null;
  const { toolRef, input, pages, dataUse } = look;
  return { searchId, title, toolRef, input, pages, pagePrice: look.listedPrice ?? look.lastPrice, dataUse };
}

export function grantableOf({ searchId, title, look }: Watched): Grantable | null {
  if (look.toolRef === null) return null;
  const currency = (look.listedPrice ?? look.lastPrice)?.currency ?? null;
  return { searchId, title, toolRef: look.toolRef, input: look.input, currency };
}

/** What one approval would refresh of these searches, and why the others are left out of it. */
export function refreshOf(searches: readonly Watched[]): RefreshRequest {
  const leftOut: { title: string; why: string }[] = [];
  const chosen = searches.flatMap((search) => {
    const one = toRefresh(search);
    const why =
      one === null
        ? 'the kept catalogue has no award search Tool for it.'
        : search.next.kind === 'over'
          ? 'its last date has passed.'
          : search.openPurchase !== null
            ? 'an earlier purchase of it is not settled yet.'
            : null;
    if (why !== null) leftOut.push({ title: search.title, why });
    return one === null || why !== null ? [] : one;
  });
  return { searches: chosen, leftOut };
}
