/** What a search may cost, by what the cache knows, in words. Pure. */
import { type Amount, formatAmount, timesAmount } from '#shared/money.ts';
import { counted } from '../components/count-words.ts';
import { dayOf } from '../components/local-days.ts';

export type Estimate = {
  pages: number;
  records: number;
  take: number;
  atLeast: boolean;
  read: { routes: number; of: number; from: string | null; until: string | null } | null;
  lastPrice: Amount | null;
  seenAt: number;
};

/**
 * `about 8 pages of 500, USD 0.176000, from 3,900 records seen on 2027-03-01`.
 * @param listed the price of one page in the kept catalogue; without it, what a page cost last speaks
 */
export function estimateWords(estimate: Estimate, listed: Amount | null): string {
  const { pages, records, take, atLeast, read, lastPrice, seenAt } = estimate;
  const count = pages === 1 ? '1 page' : `${pages.toLocaleString('en-US')} pages of ${take}`;
  const price = listed ?? lastPrice;
  const cost =
    price === null
      ? 'at a price that is not listed'
      : `${formatAmount(timesAmount(price, pages))}${listed === null ? ' at what a page cost last' : ''}`;
  const found = `from ${counted(records, 'record')} seen on ${dayOf(seenAt)}`;
  return atLeast
    ? `at least ${count}, ${cost}, ${found}: ${readWords(read)}`
    : `about ${count}, ${cost}, ${found}`;
}

/** `only 8 of 36 routes, 2027-03-01 to 2027-04-30, were read to their end`. */
function readWords(read: Estimate['read']): string {
  if (read === null) return 'nothing of it was read to its end';
  const { routes, of, from, until } = read;
  if (routes === 0) return 'only some of its days were read to their end';
  const days = from === null || until === null ? null : from === until ? from : `${from} to ${until}`;
  if (routes === of) return `only ${days ?? 'a part of it'} was read to its end`;
  const were = routes === 1 ? 'was read to its end' : 'were read to their end';
  return `only ${routes} of ${counted(of, 'route')}${days === null ? ' ' : `, ${days}, `}${were}`;
}
