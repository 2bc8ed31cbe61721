/** How far a search was read, in words: a first page must not look like the complete answer. Pure. */
import type { Run } from '#shared/contract/awards.ts';
import type { Extent } from '#shared/contract/extent.ts';
import { dateSpan, formatNumber, plainDate, plural, shortDay } from '#shared/formats.ts';
import { type Amount, amountLabel, multiplyAmount } from '#shared/money.ts';

/** Whether more is left, as far as known. */
export const isPartial = (extent: Extent | null): extent is Extent =>
  extent !== null && extent.complete === false;

/** `Read to 6 Mar of 1 to 31 Mar 2027`; sorted by miles, `Read to 98,000 miles`; otherwise by its pages. */
export function extentLabel({ from, until, reached, miles, pages }: Extent): string {
  if (reached !== null && until !== null && reached <= until) {
    if (from !== null) return `Read to ${dayWithin(reached, until)} of ${dateSpan(from, until)}`;
    return `Read to ${dayWithin(reached, until)}, of ${plainDate(until)}`;
  }
  if (reached !== null) return `Read to ${plainDate(reached)}`;
  if (miles !== null) return `Read to ${formatNumber(miles)} miles`;
  return `${plural(pages, 'page')} read, and there is more`;
}

/** A day beside a later one: its year only where it differs. */
const dayWithin = (day: string, later: string): string =>
  day.slice(0, 4) === later.slice(0, 4) ? shortDay(day) : plainDate(day);

/** `About 5 more pages, USD 0.11`; null where their number is unknown. */
export function leftLabel({ left }: Pick<Extent, 'left'>, pagePrice: Amount | null): string | null {
  if (left === null) return null;
  const pages = plural(left, 'more page');
  return pagePrice === null
    ? `About ${pages}`
    : `About ${pages}, ${amountLabel(multiplyAmount(pagePrice, left))}`;
}

/** How an answer ended, of which every page was read: `complete` only where no row of it is set aside. */
export function endLabel({
  exhausted,
  broken,
}: Pick<Run, 'exhausted' | 'broken'>): { words: string; why: string } | null {
  if (exhausted !== true) return null;
  return broken === 0
    ? {
        words: 'complete',
        why: 'This cached query is exhausted, which does not show that every airline was searched.',
      }
    : {
        words: 'every page read',
        why: 'Rows of it are set aside, so it may not be all that the service has for this search.',
      };
}
