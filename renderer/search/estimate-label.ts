/** What a search may cost, by what the cache knows, in words. Pure. */

import type { Estimate } from '#shared/contract/awards.ts';
import { localDay } from '#shared/dates.ts';
import { formatNumber, plural } from '#shared/formats.ts';
import { type Amount, amountLabel, timesAmount } from '#shared/money.ts';

/**
 * `about 8 pages of 500, USD 0.176, from 3,900 records seen on 2027-03-01`.
 * @param listed the price of one page in the cached catalogue; without it, what a page cost last speaks
 */
export function estimateLabel(estimate: Estimate, listed: Amount | null): string {
  const { pages, records, take, atLeast, read, lastPrice, seenAt } = estimate;
  const count = pages === 1 ? '1 page' : `${formatNumber(pages)} pages of ${take}`;
  const price = listed ?? lastPrice;
  const cost =
    price === null
      ? 'at a price that is not listed'
      : `${amountLabel(timesAmount(price, pages))}${listed === null ? ' at what a page cost last' : ''}`;
  const found = `from ${plural(records, 'record')} seen on ${localDay(seenAt)}`;
  return atLeast
    ? `at least ${count}, ${cost}, ${found}: ${readLabel(read)}`
    : `about ${count}, ${cost}, ${found}`;
}

/** `only 8 of 36 routes, 2027-03-01 to 2027-04-30, were read to their end`. */
function readLabel(read: Estimate['read']): string {
  if (read === null) return 'nothing of it was read to its end';
  const { routes, of, from, until } = read;
  if (routes === 0) return 'only some of its days were read to their end';
  const days = from === null || until === null ? null : from === until ? from : `${from} to ${until}`;
  if (routes === of) return `only ${days ?? 'a part of it'} was read to its end`;
  const were = routes === 1 ? 'was read to its end' : 'were read to their end';
  return `only ${routes} of ${plural(of, 'route')}${days === null ? ' ' : `, ${days}, `}${were}`;
}
