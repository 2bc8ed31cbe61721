/** The estimated cost of a search, from the cache, in words. Pure. */

import type { Estimate } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { dateSpan, plainDate, plural } from '#shared/formats.ts';
import { type Amount, amountLabel, multiplyAmount } from '#shared/money.ts';

/**
 * `About 8 pages, USD 0.176`, or `At least …` where no run of it is complete.
 * @param listed the price of one page in the cached catalogue; without it, the last price of a page is used
 */
export function estimateLabel({ pages, atLeast, lastPrice }: Estimate, listed: Amount | null): string {
  const price = listed ?? lastPrice;
  const count = plural(pages, 'page');
  const start = atLeast ? 'At least' : 'About';
  return price === null
    ? `${start} ${count}, at a price that is not listed`
    : `${start} ${count}, ${amountLabel(multiplyAmount(price, pages))}`;
}

/** The basis of the estimate, on demand. */
export function estimateReason(
  { records, take, atLeast, read, seenAt, lastPrice }: Estimate,
  listed: Amount | null,
): string {
  return [
    `By ${plural(records, 'saved record')} of ${plainDate(localDay(seenAt))}, in pages of ${take}.`,
    ...(atLeast ? [readLabel(read)] : []),
    ...(listed === null && lastPrice !== null ? ['At what a page cost last.'] : []),
    'Award space comes and goes: the quote alone names the price.',
  ].join(' ');
}

/** `Only 8 of 36 routes, 1 Mar to 30 Apr 2027, were read completely.` */
function readLabel(read: Estimate['read']): string {
  if (read === null) return 'No run of it is complete.';
  const { routes, of, from, until } = read;
  if (routes === 0) return 'Only some of its days were read completely.';
  const days = from === null || until === null ? null : dateSpan(from, until);
  if (routes === of)
    return days === null ? 'Only a part of it was read completely.' : `Only ${days} was read completely.`;
  const were = routes === 1 ? 'was read completely.' : 'were read completely.';
  return days === null
    ? `Only ${routes} of ${plural(of, 'route')} ${were}`
    : `Only ${routes} of ${plural(of, 'route')}, ${days}, ${were}`;
}
