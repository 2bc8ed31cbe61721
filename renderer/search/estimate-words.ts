/** What a search may cost, by what the cache knows, in words. Pure. */
import { type Amount, formatAmount, timesAmount } from '#shared/money.ts';
import { counted } from '../components/count-words.ts';
import { dayOf } from '../components/local-days.ts';

export type Estimate = {
  pages: number;
  records: number;
  take: number;
  atLeast: boolean;
  lastPrice: Amount | null;
  seenAt: number;
};

/**
 * `about 8 pages of 500, USD 0.176000, from 3,900 records seen on 2027-03-01`.
 * @param listed the price of one page in the kept catalogue; without it, what a page cost last speaks
 */
export function estimateWords(estimate: Estimate, listed: Amount | null): string {
  const { pages, records, take, atLeast, lastPrice, seenAt } = estimate;
  const count = pages === 1 ? '1 page' : `${pages.toLocaleString('en-US')} pages of ${take}`;
  const price = listed ?? lastPrice;
  const cost =
    price === null
      ? 'at a price that is not listed'
      : `${formatAmount(timesAmount(price, pages))}${listed === null ? ' at what a page cost last' : ''}`;
  const found = `from ${counted(records, 'record')} seen on ${dayOf(seenAt)}`;
  return atLeast
    ? `at least ${count}, ${cost}, ${found}: it was never read to its end`
    : `about ${count}, ${cost}, ${found}`;
}
