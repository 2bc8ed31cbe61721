import type { RefreshRequest } from './next-pages-sheet.ts';

/** Titles named for one reason; hundreds of them would push the actions out of sight. */
const NAMED = 8;

/** The excluded searches by reason, the most common reason first. */
export function leftOutByReason(
  leftOut: RefreshRequest['leftOut'],
): { why: string; titles: string[]; more: number }[] {
  return [...Map.groupBy(leftOut, ({ why }) => why)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([why, searches]) => ({
      why,
      titles: searches.slice(0, NAMED).map(({ title }) => title),
      more: Math.max(0, searches.length - NAMED),
    }));
}
